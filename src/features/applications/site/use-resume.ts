import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import { resumeProblem } from '../rules.ts'
import { type ApplicationValues, fieldRules } from './application-values.ts'
import { tellFailures } from './tell-failures.ts'

const unreadable = 'This file could not be read. Please choose it again.'

/** The resume as a field of the form. A file is checked when it is chosen; a refused one changes nothing. */
export function useResume(
  control: Control<ApplicationValues>,
  setError: (message: string | null) => void,
) {
  const { field, fieldState } = useController({
    control,
    name: 'resume',
    rules: { validate: (file) => fieldRules.resume?.(file) ?? true },
  })
  const lastChosen = useRef<File>(null)

  function refuse(message: string) {
    setError(message)
    tellFailures([message])
  }

  async function choose(file: File) {
    lastChosen.current = file
    const problem = resumeProblem(file)
    if (problem) return refuse(problem)
    try {
      // A copy, so that sending it again works when the file on the stick or in the cloud is gone by then.
      const copy = new File([await file.arrayBuffer()], file.name, { type: file.type })
      if (lastChosen.current !== file) return
      setError(null)
      tellFailures([])
      field.onChange(copy)
    } catch {
      refuse(unreadable)
    }
  }

  return {
    ref: field.ref,
    file: field.value,
    error: fieldState.error?.message,
    onChoose: choose,
    onRemove: () => field.onChange(null),
  }
}
