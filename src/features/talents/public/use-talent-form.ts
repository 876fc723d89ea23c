import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePublicForm } from '#client/forms/use-public-form.tsx'
import { useResumeChoice } from '#client/forms/use-resume-choice.ts'
import { useSending } from '#client/forms/use-sending.ts'
import type { RefusedForm } from '#shared/validation.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { type TalentField, talentForm } from '../validation.ts'

/** The state of the registration form, with the resume. An idempotency key prevents duplicates on a retry. */
export function useTalentForm(refused: RefusedForm<TalentField, 'resume'> | undefined) {
  const [resume, setResume] = useState<File | null>(null)
  const [isTyped, setIsTyped] = useState(refused !== undefined)
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/talents/',
    what: 'registration',
  })
  const isSending = sending.status === 'sending'
  const isFilled = isTyped || resume !== null
  const navigate = useNavigate()
  const [notified, setNotified] = useState('')

  const form = usePublicForm(talentForm, {
    refused,
    files: { resume },
    onTyped: setIsTyped,
    async send({ website, form_token, ...values }) {
      const wire: [string, string | File][] = Object.entries(values)
      if (resume) wire.push(['resume', resume])
      const outcome = await send(wire, [
        ['website', website],
        ['form_token', form_token],
      ])
      if (outcome?.kind === 'refused') throw outcome.error
      if (outcome?.kind === 'lost') {
        showErrors([outcome.text ?? 'Your registration could not be confirmed.'])
      }
      if (outcome?.kind === 'stored') showRegistered()
      return false
    },
    onRefused({ summary }) {
      showErrors(summary ? [summary] : [])
      setNotified(summary ?? '')
    },
  })

  function showRegistered() {
    showErrors([])
    notify({ type: 'success', message: talentForm.success })
    setIsTyped(false)
    setResume(null)
    void navigate('/register?registered=yes', { replace: true, state: { isJustSent: true } })
  }

  const choose = useResumeChoice(form, [resume, setResume])

  return {
    ...form,
    isNotified: form.errors.summary === notified,
    sending,
    isFilled,
    isSending,
    isUnderWay,
    cancel,
    resume: { file: resume, onChoose: choose, onRemove: () => setResume(null) },
  }
}
