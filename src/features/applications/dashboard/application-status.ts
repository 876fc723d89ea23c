import { useWrite } from '#client/api/queries.ts'
import { useStatusChange } from '#client/resources/status/use-status-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Application } from '../contract.ts'
import { type ApplicationStatus, applicationStatusLabels } from '../validation.ts'
import { useToldWhen } from './status-emails.tsx'

export const applicationStatusLooks: StatusLooks<ApplicationStatus> = {
  PENDING: { label: applicationStatusLabels.PENDING, tone: 'warning' },
  REVIEWING: { label: applicationStatusLabels.REVIEWING, tone: 'info', adjective: 'under review' },
  SHORTLISTED: { label: applicationStatusLabels.SHORTLISTED, tone: 'accent' },
  ACCEPTED: { label: applicationStatusLabels.ACCEPTED, tone: 'success' },
  REJECTED: { label: applicationStatusLabels.REJECTED, tone: 'error' },
  WITHDRAWN: { label: applicationStatusLabels.WITHDRAWN, tone: 'neutral' },
}

/** What is decided with one key, wherever applicants are looked at. */
export const decisions = [
  { key: 's', status: 'SHORTLISTED', label: 'Shortlist', variant: 'primary' },
  { key: 'a', status: 'ACCEPTED', label: 'Accept', variant: 'secondary' },
  { key: 'r', status: 'REJECTED', label: 'Reject', variant: 'secondary' },
] as const

type Decision = (typeof decisions)[number]['status']

/** The shortcuts of the decisions. @param what is decided on, or happens besides, as the help of the keys says it */
export const decisionShortcuts = (what: string, decide: (status: Decision) => void) =>
  decisions.map(({ key, status, label }) => ({
    key,
    does: `${label} ${what}`,
    run: () => decide(status),
  }))

export const applicationNotesHint = 'Kept in the history. The applicant does not see them.'

type Decided = Pick<Application, 'id' | 'status' | 'first_name' | 'last_name' | 'updated_at'>

/** Changes the status of an application, unless a colleague has changed it since it was shown. */
export function useApplicationStatus(show: ShowChange) {
  const write = useWrite('applications.changeStatus')
  const leaveOut = useWrite('statusEmails.leaveOut')
  const toldWhen = useToldWhen()
  return useStatusChange<Decided, ApplicationStatus>({
    looks: applicationStatusLooks,
    rowName: fullName,
    async send({ id, status: expected_status }, status, { notes, sendEmail, isUndo }) {
      const changed = await write.mutateAsync({
        id,
        status,
        notes,
        expected_status,
        send_email: sendEmail,
        is_undo: isUndo,
      })
      const { state, due } = changed.history[0]?.email ?? {}
      if (state !== 'HELD' || !due) return changed
      const told = `They are ${toldWhen(due)}`
      const run = async () => (await leaveOut.mutateAsync({ id })).detail
      const also = { label: 'Leave the email out', run }
      return { ...changed, told, also }
    },
    show,
  })
}
