import { useRead, useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useMailNote } from '#client/mail-note.ts'
import { useSeenRow } from '#client/resources/edit/use-seen-row.ts'
import { pluralize } from '#shared/format.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { loading } from '#ui/lazy/lazy-component.tsx'
import { focusFirst } from '#ui/overlays/focus-first.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { StaffEvent } from '../contract.ts'
import { peopleAre } from '../people-are.ts'
import { cancellationLengthMax } from '../validation.ts'

type EventCancelDialogProps = { event: StaffEvent; onClose: () => void }

/** Cancels an event. Shows the email to those who are registered as it is written. */
export function EventCancelDialogWindow({ event, onClose }: EventCancelDialogProps) {
  const { seen, send } = useSeenRow(event)
  const { id, title, updated_at } = seen
  const email = useRead('events.cancellation', { id }, { staleTime: 0 })
  const cancel = useWrite('events.cancel')
  const mailNote = useMailNote()
  const recipients = email.data?.recipients
  const form = useCallForm({ message: '' }, async ({ message }) => {
    if (recipients === undefined) throw new Error('The email could not be loaded.')
    try {
      const { emails } = await send(
        cancel.mutateAsync({
          id,
          message,
          seen_recipients: recipients,
          expected_updated_at: updated_at,
        }),
      )
      const outcome = emails > 0 ? ` ${pluralize(emails, 'email')} went to the outbox.` : ''
      notify({ type: 'success', message: `${title} is cancelled.${outcome}` })
      onClose()
    } catch (error) {
      // Somebody may have registered or changed the event since, which is told now.
      void email.refetch()
      throw error
    }
  })

  if (!email.isFetched) return loading
  return (
    <FormDialog
      title={`Cancel ${title}?`}
      description={
        recipients === undefined
          ? 'It stays on the site as cancelled. This cannot be undone.'
          : `${peopleAre(recipients)} registered${recipients === 0 ? ', so nobody is written to' : ''}. It stays on the site as cancelled. This cannot be undone.${recipients > 0 ? mailNote : ''}`
      }
      submitLabel={
        recipients ? `Cancel event, send ${pluralize(recipients, 'email')}` : 'Cancel event'
      }
      closeLabel="Keep event"
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      {email.error && !email.data ? (
        <ErrorState text="The email could not be loaded." onRetry={email.refetch} />
      ) : !email.data ? (
        <Skeleton className="h-40 w-full rounded" />
      ) : recipients === 0 ? null : (
        <div ref={focusFirst} className="flex flex-col gap-4">
          <TextArea
            {...form.field('message')}
            label="Your words in the email (optional)"
            hint="Why, for instance, or when it will be instead."
            rows={3}
            maxLength={cancellationLengthMax}
          />
          <section aria-labelledby="email">
            <h3 id="email" className="mb-1.5 font-semibold text-sm">
              The email
            </h3>
            <div
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
              tabIndex={0}
              className="wrap-anywhere max-h-64 overflow-y-auto whitespace-pre-line rounded bg-sand p-4 text-sm"
            >
              <p className="mb-3 font-semibold">{email.data.subject}</p>
              {[email.data.opening, form.watch('message').trim(), email.data.closing]
                .filter(Boolean)
                .join('\n\n')}
            </div>
          </section>
        </div>
      )}
    </FormDialog>
  )
}
