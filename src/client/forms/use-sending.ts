import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sending } from '#ui/forms/sending-panel.tsx'
import { attemptFor, type SendAttempt, type Wire } from './idempotency-key.ts'
import { type FormCall, type FormOutcome, sendForm } from './send-form.ts'

/** Sends a form with a file, once at a time, and reports the progress. */
export function useSending(call: FormCall) {
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const underWay = useRef<AbortController | null>(null)
  const attempt = useRef<SendAttempt | null>(null)

  useEffect(() => () => underWay.current?.abort(), [])

  /**
   * @param more fields that do not change the idempotency key, such as the date
   * @returns the outcome, or null when an upload is already running
   */
  async function send(wire: Wire, more: Wire = []) {
    if (underWay.current) return null
    const controller = new AbortController()
    underWay.current = controller
    attempt.current = attemptFor(wire, attempt.current)
    setSending({ status: 'sending', percent: 0 })
    const outcome: FormOutcome = await sendForm(call, {
      key: attempt.current.key,
      wire: [...wire, ...more],
      onProgress: (percent) => setSending({ status: 'sending', percent }),
      signal: controller.signal,
    })
    underWay.current = null
    const next: Sending =
      outcome.kind === 'lost' ? { status: 'lost', text: outcome.text } : { status: 'idle' }
    // Renders now: the fields are disabled until then, and the caller may focus one.
    flushSync(() => setSending(next))
    if (outcome.kind === 'stored') attempt.current = null
    return outcome
  }

  return {
    sending,
    send,
    cancel: () => underWay.current?.abort(),
    /** Whether an upload is running now. `sending` changes only with the next render. */
    isUnderWay: () => underWay.current !== null,
  }
}
