import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { type StatusLooks, statusOptions } from '#ui/status-badge.tsx'
import type { useCallForm } from '../../forms/use-call-form.ts'

/** The values of a status change; the status is empty until one is chosen. */
export type StatusValues<Status extends string> = {
  status: '' | Status
  notes: string
  /** Whether those whose status it is are told by email. */
  send_email?: boolean
}

export const noStatusYet = { status: '', notes: '' } as const

type StatusFieldsProps<Status extends string> = {
  looks: StatusLooks<Status>
  /** Explains who reads the notes. */
  hint: string
  form: Pick<ReturnType<typeof useCallForm<StatusValues<string>>>, 'register' | 'field'>
  /** The current status, which is not offered. */
  from?: Status
  /** Whether there is an email for the chosen status; it can be left out. */
  isEmailed?: boolean
}

/** The fields of a status change, for one row or many. */
export function StatusFields<Status extends string>(props: StatusFieldsProps<Status>) {
  const { form, looks, from, hint, isEmailed } = props
  return (
    <>
      <SelectField
        {...form.field('status')}
        label="New status"
        placeholder="Choose a status"
        options={statusOptions(looks, from)}
        required
      />
      {isEmailed && (
        <CheckboxField
          {...form.register('send_email')}
          label="Tell them by email"
          hint="In 15 minutes, unless it is undone before."
        />
      )}
      <TextArea {...form.field('notes')} label="Notes" hint={hint} rows={3} maxLength={2000} />
    </>
  )
}
