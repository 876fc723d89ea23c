import type { useCallForm } from '#client/forms/use-call-form.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import type { ApplicationStatus } from '../validation.ts'
import { statusOptions } from './status-badge.tsx'

/** What a change of status asks for; the status is empty until one is chosen. */
export type StatusValues = { status: '' | ApplicationStatus; notes: string }

export const noStatusYet: StatusValues = { status: '', notes: '' }

type StatusFieldsProps = {
  form: ReturnType<typeof useCallForm<StatusValues>>
  /** Not offered: what the application is already. */
  from?: ApplicationStatus
  /** Where the notes go. */
  hint: string
}

/** The fields of a change of status, of one application or of many. */
export function StatusFields({ form, from, hint }: StatusFieldsProps) {
  return (
    <>
      <SelectField
        {...form.register('status')}
        label="New status"
        placeholder="Choose a status"
        options={statusOptions.filter(({ value }) => value !== from)}
        required
        error={form.errorOf('status')}
      />
      <TextArea
        {...form.register('notes')}
        label="Notes"
        hint={hint}
        rows={3}
        maxLength={2000}
        error={form.errorOf('notes')}
      />
    </>
  )
}
