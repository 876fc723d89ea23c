import { type Control, useController } from 'react-hook-form'
import { validateResume } from '#shared/validation.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'
import { type ApplicationValues, fieldRules } from './application-values.ts'

/** The resume as a field of the form. */
export function useResume(
  control: Control<ApplicationValues>,
  setError: (message: string | null) => void,
) {
  const { field, fieldState } = useController({
    control,
    name: 'resume',
    rules: { validate: (file) => fieldRules.resume?.(file) ?? true },
  })
  const choose = useChosenFile({
    problemOf: validateResume,
    onRefused(problem) {
      setError(problem)
      showErrors([problem])
    },
    onChosen(file) {
      setError(null)
      showErrors([])
      field.onChange(file)
    },
  })
  return {
    ref: field.ref,
    file: field.value,
    error: fieldState.error?.message,
    onChoose: choose,
    onRemove: () => field.onChange(null),
  }
}
