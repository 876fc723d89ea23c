import { useWrite } from '#client/api/queries.ts'
import { useSeenRow } from '#client/resources/edit/use-seen-row.ts'
import { fullName } from '#shared/full-name.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { slotTime } from '../slot-time.ts'
import type { IntervieweeDialogProps } from './book-dialog.tsx'

/** Cancels the interview of one applicant. */
export function UnbookDialog({ person, onClose, onChanged }: IntervieweeDialogProps) {
  const { mutateAsync } = useWrite('interviews.unbook')
  const { seen, send } = useSeenRow(person)
  const name = fullName(seen)
  async function cancel() {
    await send(mutateAsync({ id: seen.id, expected_updated_at: seen.updated_at }))
    onChanged({ text: `The interview of ${name} is cancelled. The email went to the outbox.` })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Cancel the interview of ${name}?`}
      text={`${seen.slot ? `${slotTime(seen.slot)}. ` : ''}They get an email, and can choose another time by their link if they are shortlisted.`}
      confirmLabel="Cancel the interview"
      isDanger
      onConfirm={cancel}
    />
  )
}
