import type { useCallForm } from '#client/forms/use-call-form.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { statusOptions } from '#ui/status-badge.tsx'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLooks } from './application-status.ts'

/** What a change of status asks for; the status is empty until one is chosen. */
export type ApplicationStatusValues = { status: '' | ApplicationStatus; notes: string }

export const noStatusYet: ApplicationStatusValues = { status: '', notes: '' }

type ApplicationStatusFieldsProps = {
  form: ReturnType<typeof useCallForm<ApplicationStatusValues>>
  /** Not offered: what the application is already. */
  from?: ApplicationStatus
  /** Where the notes go. */
  hint: string
}

/** The fields of a change of status, of one application or of many. */
export function ApplicationStatusFields({ form, from, hint }: ApplicationStatusFieldsProps) {
  return (
    <>
      <SelectField
        {...form.register('status')}
        label="New status"
        placeholder="Choose a status"
        options={statusOptions(applicationStatusLooks, from)}
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
