import { type FormEvent, useState } from 'react'
import { notify } from '#ui/feedback/notify.ts'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import { problemsOf } from '../../api/errors.ts'
import { isOutcomeUnknown, notDone } from '../../api/outcome.ts'

/** What was typed on while `sent` was under way. */
export const typedOn = (now: string, sent: string) =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now

/**
 * A note or reply, of which the caller keeps what is typed. It stays as it is until it is saved.
 * @param save makes the call
 * @param onSaved gets what is left in the field
 */
export function useNote(
  text: string,
  save: (text: string) => Promise<unknown>,
  onSaved: (leftOf: (now: string) => string) => void,
) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const isUnmounted = useIsUnmounted()

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isBusy) return
    setProblem(text.trim() === '' ? 'Please write something' : undefined)
    if (text.trim() === '') return
    setIsBusy(true)
    try {
      await save(text)
      setIsSent(false)
      onSaved((now) => typedOn(now, text))
    } catch (error) {
      if (isOutcomeUnknown(error)) setIsSent(true)
      const reason = problemsOf(error)
      if (isUnmounted.current) {
        const message = `What you wrote ${notDone(error, 'was not')} saved. ${reason}`
        notify({ type: 'error', message })
      } else setProblem(reason)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    submit,
    problem,
    isBusy,
    /** Whether it was sent and got no answer. */
    isSent,
  }
}
