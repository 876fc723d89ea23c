import { validateResume, withResumeExtension } from '#shared/resume.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { type ChosenFileState, useChosenFile } from '#ui/forms/use-chosen-file.ts'

type FormWithResume = {
  setFieldError: (name: 'resume', message: string | undefined) => void
}

/**
 * A public form's field for a resume, whose refusal is told at the field and in a notification.
 * @param state the state that holds the chosen file
 * @returns the handler of a chosen file
 */
export function useResumeChoice(form: FormWithResume, state: ChosenFileState) {
  const choose = useChosenFile({
    state,
    problemOf: validateResume,
    onRefused(problem) {
      form.setFieldError('resume', problem)
      showErrors([problem])
    },
    onChosen() {
      form.setFieldError('resume', undefined)
      showErrors([])
    },
  })
  return (file: File) => choose(withResumeExtension(file))
}
