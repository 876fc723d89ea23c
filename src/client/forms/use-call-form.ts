import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { parseApiError } from '../api/errors.ts'
import { failureOf, isOutcomeUnknown } from '../api/outcome.ts'

/**
 * A form whose values go to a procedure. Shows the server's errors at their fields, and all others in `problem`. The
 * fields keep their values after an error.
 * @param send makes the call, and rejects with its error
 */
export function useCallForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const form = useForm<Values>({ defaultValues })
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  /** Whether it was sent and got no answer, also after a press that sends nothing, or is refused. */
  const [isSent, setIsSent] = useState(false)
  const failure = useRef<string>(undefined)

  const handle = form.handleSubmit(async (values) => {
    setIsSending(true)
    try {
      await send(values)
    } catch (error) {
      if (isOutcomeUnknown(error)) setIsSent(true)
      failure.current = failureOf(error)
      showError(error)
    }
    setIsSending(false)
  })

  function showError(error: unknown) {
    const { message: failure, fields } = parseApiError(error)
    const names = Object.keys(form.getValues())
    const others = Object.entries(fields).filter(([name]) => !names.includes(name))
    for (const [index, name] of names.filter((known) => fields[known]).entries()) {
      const message = fields[name]?.join(' ')
      form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
    }
    const isByFields = Object.keys(fields).length > 0
    const text = isByFields ? others.map(([, messages]) => messages.join(' ')).join(' ') : failure
    setProblem(text || undefined)
  }

  /** @returns why the call has failed, for a dialog that is gone by then */
  async function submit(event?: BaseSyntheticEvent) {
    setProblem(undefined)
    form.clearErrors()
    failure.current = undefined
    await handle(event)
    return failure.current
  }

  const { isSubmitting, isDirty } = form.formState
  // A reset ends the one, but not the call.
  const isBusy = isSubmitting || isSending
  const errorOf = (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message
  return {
    ...form,
    submit,
    problem,
    setProblem,
    errorOf,
    isBusy,
    isDirty,
    /** The props of a text field. */
    field: (name: Path<Values>) => ({ ...form.register(name), error: errorOf(name) }),
    /** The props of a `FormDialog`. */
    dialog: { onSubmit: submit, problem, isBusy, isDirty, isSent },
  }
}
