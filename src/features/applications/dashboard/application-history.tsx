import { StatusHistory, To } from '#client/resources/status-history.tsx'
import type { StatusChange } from '../contract.ts'
import { applicationStatusLooks } from './application-status.ts'

const whats = {
  move: 'Moved',
  waiting: 'Place',
  assignee: 'Assigned',
  interview: 'Interview',
} as const

/** Every change of an application: its status, its cohort, its place and who takes care of it. */
export const ApplicationHistory = ({ history }: { history: readonly StatusChange[] }) => (
  <StatusHistory
    looks={applicationStatusLooks}
    history={history}
    beganBy="The applicant"
    otherChange={({ kind, from_text, to_text }) =>
      kind !== 'status' && (
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{whats[kind]}:</span> {from_text || 'nobody'} <To />{' '}
          {to_text || 'nobody'}
        </p>
      )
    }
  />
)
