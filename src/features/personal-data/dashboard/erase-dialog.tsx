import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { FoundPerson } from '../contract.ts'
import { checkedAgainMinutes } from '../validation.ts'

type EraseDialogProps = { person: FoundPerson; onClose: () => void; onErased: () => void }

/** Erases a person, once their email was typed. Says before what stays, and why. */
export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const { email, testimonials } = person
  const client = useQueryClient()
  const erase = useWrite('personalData.erase')
  const form = useCallForm<{ confirmation: string; chosen: string[] }>(
    { confirmation: '', chosen: [] },
    async ({ confirmation, chosen }) => {
      const { pseudonym } = await erase.mutateAsync({
        email,
        confirmation: confirmation.trim(),
        testimonial_ids: chosen.map(Number),
      })
      // Any list may have shown them.
      await client.invalidateQueries()
      notify({ type: 'success', message: `Erased. In what stays, they are ${pseudonym}.` })
      onClose()
      onErased()
    },
  )
  return (
    <FormDialog
      title="Erase this person?"
      description={<span className="wrap-anywhere">{email}</span>}
      submitLabel="Erase for good"
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      <div className="grid gap-3 text-sm">
        <p>
          All that is listed goes for good, with its files, its history and our notes: also from the
          trash, the outbox and the search. Emails that wait are not sent. Older backups lose them
          when they are restored.
        </p>
        <p>This stays, under a pseudonym:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            A certificate, without its holder’s name, so that nobody takes the printed one for a
            forgery.
          </li>
          <li>The place of a comment that others have answered: the answers are theirs.</li>
          <li>The lines of the audit log, and how many emails were sent.</li>
        </ul>
        <p>
          It is looked for once more after {checkedAgainMinutes} minutes. What they send from now on
          stays.
        </p>
      </div>
      {testimonials.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold text-sm">
            Testimonials by this name: which are theirs?
          </legend>
          {testimonials.map((one) => (
            <CheckboxField
              key={one.id}
              {...form.register('chosen')}
              value={String(one.id)}
              label={`${one.full_name}, ${one.title}`}
              hint={one.description.slice(0, 120)}
            />
          ))}
        </fieldset>
      )}
      <TextField
        {...form.field('confirmation')}
        label="Type the email to confirm"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  )
}
