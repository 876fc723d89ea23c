import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { EmailRow } from '../contract.ts'
import { errorOf } from './email-error.ts'

type EmailDialogProps = {
  email: EmailRow
  onClose: () => void
  /** Undefined if the email can't be retried. */
  onRetry: (() => void) | undefined
}

/** An email's text, and the last error of sending it. */
export function EmailDialog({ email, onClose, onRetry }: EmailDialogProps) {
  const { data, error, refetch } = useRead('outbox.get', { id: email.id })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={email.subject}
      description={<span className="wrap-anywhere">To {email.recipient}</span>}
      actions={
        <>
          {onRetry && (
            <Button variant="secondary" onClick={onRetry}>
              Try again now
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {errorOf(email) && (
        <p className="wrap-anywhere rounded bg-error-soft px-4 py-3 text-error text-sm">
          {errorOf(email)}
        </p>
      )}
      {data ? (
        <>
          <p className="wrap-anywhere whitespace-pre-line rounded bg-sand px-4 py-3 text-sm">
            {data.body}
          </p>
          {data.has_calendar && (
            <p className="text-muted text-sm">A calendar file is attached to it.</p>
          )}
        </>
      ) : (
        <NotLoaded error={error} refetch={refetch} block="h-40" />
      )}
    </Dialog>
  )
}
