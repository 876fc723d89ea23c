import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sending } from '#ui/forms/sending-panel.tsx'
import { attemptFor, type SendAttempt, type Wire } from './idempotency-key.ts'
import { type FormCall, type Outcome, sendForm } from './send-form.ts'

/** Sends a form with a file, once at a time, and tells how far it is on its way. */
export function useSending(call: FormCall) {
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const underWay = useRef<AbortController | null>(null)
  const attempt = useRef<SendAttempt | null>(null)

  useEffect(() => () => underWay.current?.abort(), [])

  /**
   * @param more what goes along and makes no other form of it, such as the day
   * @returns how it went, or null when one is under way already
   */
  async function send(wire: Wire, more: Wire = []) {
    if (underWay.current) return null
    const controller = new AbortController()
    underWay.current = controller
    attempt.current = attemptFor(wire, attempt.current)
    setSending({ status: 'sending', percent: 0 })
    const outcome: Outcome = await sendForm(call, {
      key: attempt.current.key,
      wire: [...wire, ...more],
      onProgress: (percent) => setSending({ status: 'sending', percent }),
      signal: controller.signal,
    })
    underWay.current = null
    const next: Sending =
      outcome.kind === 'lost' ? { status: 'lost', text: outcome.text } : { status: 'idle' }
    // At once, so that the caller can put the focus on a field: they are disabled until then.
    flushSync(() => setSending(next))
    if (outcome.kind === 'stored') attempt.current = null
    return outcome
  }

  return {
    sending,
    send,
    cancel: () => underWay.current?.abort(),
    /** Whether one is under way at this very moment, for those who can't wait for a render. */
    isUnderWay: () => underWay.current !== null,
  }
}
