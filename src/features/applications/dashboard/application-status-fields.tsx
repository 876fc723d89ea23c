import type { useCallForm } from '#client/forms/use-call-form.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { statusOptions } from '#ui/status-badge.tsx'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLooks } from './application-status.ts'

/** The values of a status change; the status is empty until one is chosen. */
export type ApplicationStatusValues = { status: '' | ApplicationStatus; notes: string }

export const noStatusYet: ApplicationStatusValues = { status: '', notes: '' }

type ApplicationStatusFieldsProps = {
  form: ReturnType<typeof useCallForm<ApplicationStatusValues>>
  /** The current status, which is not offered. */
  from?: ApplicationStatus
  /** Explains who reads the notes. */
  hint: string
}

/** The fields of a status change, for one application or many. */
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
