import { validateResume } from '#shared/resume.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'

type FormWithResume = {
  setFieldError: (name: 'resume', message: string | undefined) => void
}

/**
 * A public form's field for a resume, whose refusal is told at the field and in a notification.
 * @returns the handler of a chosen file
 */
export function useResumeChoice(form: FormWithResume, onChosen: (resume: File) => void) {
  return useChosenFile({
    problemOf: validateResume,
    onRefused(problem) {
      form.setFieldError('resume', problem)
      showErrors([problem])
    },
    onChosen(resume) {
      form.setFieldError('resume', undefined)
      showErrors([])
      onChosen(resume)
    },
  })
}
