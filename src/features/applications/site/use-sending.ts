import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationValues } from './application-values.ts'
import { toWire } from './application-values.ts'
import { type Attempt, attemptFor } from './idempotency-key.ts'
import { type Outcome, sendApplication } from './send-application.ts'

export type Sending =
  | { status: 'idle' }
  | { status: 'sending'; percent: number }
  | { status: 'lost'; text: string | null }

/** Sends applications one at a time and tells how far the one under way is. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const underWay = useRef<AbortController | null>(null)
  const attempt = useRef<Attempt | null>(null)

  useEffect(() => () => underWay.current?.abort(), [])

  /** @returns how it went, or null when one is under way already */
  async function send(values: ApplicationValues, cohortId: number, techStackId: string) {
    if (underWay.current) return null
    const controller = new AbortController()
    underWay.current = controller
    attempt.current = attemptFor(toWire(values, cohortId, techStackId), attempt.current)
    setSending({ status: 'sending', percent: 0 })
    const outcome: Outcome = await sendApplication(attempt.current, {
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
