import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSending } from '#client/forms/use-sending.ts'
import { resumeMessages, validateResume } from '#shared/validation.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { type TalentField, talentFields, talentProblem } from '../validation.ts'
import { talentWords } from './talent-field-values.ts'
import {
  fieldsOnScreen,
  formChecks,
  type TalentErrors,
  talentErrors,
  talentValues,
} from './talent-values.ts'

/**
 * Sends the registration, tells how far it is, and leads to the thanks. Whatever goes wrong, the form keeps what was
 * typed, and a registration that is sent again is stored once.
 * @param initial what a page without JavaScript found wrong
 */
export function useTalentForm(initial: { errors?: TalentErrors; problem?: string }) {
  const [errors, setErrors] = useState<TalentErrors>(initial.errors ?? {})
  const [problem, setProblem] = useState(initial.problem)
  const [resume, setResume] = useState<File | null>(null)
  const [isFilled, setIsFilled] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/talents/',
    what: 'registration',
  })
  const isSending = sending.status === 'sending'
  const blocker = useLeaveGuard({ isFilled, isSending, isUnderWay })
  const navigate = useNavigate()

  function tell(found: TalentErrors, problems: readonly string[]) {
    setErrors(found)
    showErrors(problems)
    const first = fieldsOnScreen.find((field) => found[field])
    if (first) focusOn(form.current, first)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!form.current || isUnderWay()) return
    const data = new FormData(form.current)
    const values = talentValues(data)
    const found = talentErrors(values)
    if (!resume) found.resume = resumeMessages.resume
    setProblem(undefined)
    if (!resume || Object.keys(found).length > 0) return tell(found, [talentWords.wrong])
    setErrors({})
    const outcome = await send(
      [
        ...talentFields.map((field) => [field, values[field]] as const).map(pair),
        ['resume', resume],
      ],
      Object.entries(formChecks(data)),
    )
    if (outcome?.kind === 'stored') return finish()
    if (outcome?.kind === 'lost') showErrors([outcome.text ?? talentWords.failed])
    if (outcome?.kind !== 'refused') return
    const { fields, detail } = outcome.refusal
    const known = fieldsOnScreen.flatMap((field) => (fields[field] ? [[field, fields[field]]] : []))
    const isKnown = known.length > 0
    setProblem(isKnown ? undefined : (detail ?? talentWords.failed))
    tell(Object.fromEntries(known), [isKnown ? talentWords.wrong : (detail ?? talentWords.failed)])
  }

  function finish() {
    showErrors([])
    notify({ type: 'success', message: talentWords.registered })
    setIsFilled(false)
    void navigate('/register?registered=yes', { replace: true, state: { isJustSent: true } })
  }

  /** A field that was found wrong is looked at again with each letter. */
  function handleChange(field: TalentField, value: string) {
    setIsFilled(true)
    if (errors[field]) setErrors({ ...errors, [field]: talentProblem(field, value) })
  }

  const choose = useChosenFile({
    problemOf: validateResume,
    onRefused(message) {
      setErrors((before) => ({ ...before, resume: message }))
      showErrors([message])
    },
    onChosen(file) {
      setErrors((before) => ({ ...before, resume: undefined }))
      showErrors([])
      setResume(file)
      setIsFilled(true)
    },
  })

  return {
    form,
    errors,
    problem,
    sending,
    isSending,
    submit,
    cancel,
    blocker,
    handleChange,
    resume: { file: resume, onChoose: choose, onRemove: () => setResume(null) },
  }
}

const pair = ([name, value]: readonly [string, string]): [string, string] => [name, value]

/** The first control of the field, also where a field has several, as choices have. */
function focusOn(form: HTMLFormElement | null, field: TalentField | 'resume') {
  const marked = form?.querySelector<HTMLElement>(
    `[data-field="${field}"] input:not([type=hidden])`,
  )
  const named = form?.elements.namedItem(field)
  const control = marked ?? (named instanceof RadioNodeList ? named[0] : named)
  if (control instanceof HTMLElement) control.focus()
}
