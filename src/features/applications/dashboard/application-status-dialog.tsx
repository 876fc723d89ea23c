import { api } from '#client/api/client.ts'
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

/** Changes the status of an application with a note. */
export function ApplicationStatusDialog(props: ApplicationStatusDialogProps) {
  const { application, onClose, change } = props
  const isEmailed = useStatusEmails()
  // Whoever was quicker would write to the applicant without having been asked.
  if (!isEmailed) return loading
  return (
    <StatusDialog
      row={application}
      readAgain={() => api.applications.get({ id: application.id })}
      rowName={fullName}
      looks={applicationStatusLooks}
      hint={applicationNotesHint}
      onClose={onClose}
      change={change}
      isEmailed={(status) => isEmailed(status, [application.cohort]) ?? true}
    />
  )
}
