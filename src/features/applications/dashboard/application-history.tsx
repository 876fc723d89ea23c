import { StatusHistory, To } from '#client/resources/status/status-history.tsx'
import type { StatusChange } from '../contract.ts'
import { applicationStatusLooks } from './application-status.ts'
import { EmailState } from './status-emails.tsx'

const whats = {
  move: 'Moved',
  waiting: 'Place',
  assignee: 'Assigned',
  interview: 'Interview',
} as const

type ApplicationHistoryProps = { id: number; history: readonly StatusChange[] }

/** Every change of an application: its status, its cohort, its place and who takes care of it. */
export const ApplicationHistory = ({ id, history }: ApplicationHistoryProps) => (
  <StatusHistory
    looks={applicationStatusLooks}
    history={history}
    beganBy="The applicant"
    more={({ email }) => email && <EmailState id={id} email={email} />}
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
