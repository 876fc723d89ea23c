import { useWrite } from '#client/api/queries.ts'
import { fullName } from '#shared/full-name.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { slotTime } from '../slot-time.ts'
import type { IntervieweeDialogProps } from './book-dialog.tsx'

/** Cancels the interview of one applicant. */
export function UnbookDialog({ person, onClose, onChanged }: IntervieweeDialogProps) {
  const { mutateAsync } = useWrite('interviews.unbook')
  const name = fullName(person)
  async function cancel() {
    await mutateAsync({ id: person.id, expected_updated_at: person.updated_at })
    onChanged({ text: `The interview of ${name} is cancelled. The email went to the outbox.` })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Cancel the interview of ${name}?`}
      text={`${person.slot ? `${slotTime(person.slot)}. ` : ''}They get an email, and can choose another time by their link if they are shortlisted.`}
      confirmLabel="Cancel the interview"
      isDanger
      onConfirm={cancel}
    />
  )
}
