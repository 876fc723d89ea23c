import { useRead } from '#client/api/queries.ts'
import { StatusDialog } from '#client/resources/status/status-dialog.tsx'
import { fullName } from '#shared/full-name.ts'
import { loading } from '#ui/lazy/lazy-component.tsx'
import type { Application } from '../contract.ts'
import {
  applicationNotesHint,
  applicationStatusLooks,
  type useApplicationStatus,
} from './application-status.ts'
import { useStatusEmails } from './status-emails.tsx'

type ApplicationStatusDialogProps = {
  application: Application
  onClose: () => void
  change: ReturnType<typeof useApplicationStatus>['changeShown']
}

/**
 * Changes the status of an application with a note. It is read by its id: once a colleague has changed it, the list it
 * was opened from may have it in another column or not at all, and every try would be refused.
 */
export function ApplicationStatusDialog(props: ApplicationStatusDialogProps) {
  const { application, onClose, change } = props
  const { data } = useRead('applications.get', { id: application.id })
  const isEmailed = useStatusEmails()
  // Whoever was quicker would write to the applicant without having been asked.
  if (!isEmailed) return loading
  return (
    <StatusDialog
      row={data ?? application}
      rowName={fullName}
      looks={applicationStatusLooks}
      hint={applicationNotesHint}
      onClose={onClose}
      change={change}
      isEmailed={(status) => isEmailed(status, [application.cohort]) ?? true}
    />
  )
}
