import { callUrl } from '#client/api-fetch.ts'
import { readAuthState } from '#client/auth-state.ts'
import type { Attempt } from './idempotency-key.ts'
import { type Refusal, refusalFrom } from './refusal.ts'

/** Without any progress for so long, the connection counts as lost. */
const stallMs = 60_000

export type Outcome =
  | { kind: 'stored' }
  | { kind: 'refused'; refusal: Refusal }
  /** Sending it again may help. `text` says why it did not arrive, or is null when nobody knows. */
  | { kind: 'lost'; text: string | null }
  /** Taken back before all of it was on its way. */
  | { kind: 'cancelled' }

const stoppedText =
  'You stopped before we could confirm your application. It may have arrived all the same.'

type SendOptions = { onProgress: (percent: number) => void; signal: AbortSignal }

/**
 * Sends an application. By XMLHttpRequest, because fetch tells nothing of an upload's progress.
 * Resolves to the outcome, whatever it is.
 */
export function sendApplication(attempt: Attempt, { onProgress, signal }: SendOptions) {
  return new Promise<Outcome>((resolve) => {
    const request = new XMLHttpRequest()
    let stall: ReturnType<typeof setTimeout>
    let isAllSent = false
    const settle = (outcome: Outcome) => {
      clearTimeout(stall)
      resolve(outcome)
    }
    const keepWaiting = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        settle({ kind: 'lost', text: null })
        request.abort()
      }, stallMs)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      keepWaiting()
      onProgress(total > 0 ? (loaded / total) * 100 : 0)
    }
    request.upload.onload = () => {
      isAllSent = true
    }
    request.onprogress = keepWaiting
    request.onload = () => settle(outcomeOf(request))
    request.onerror = () => settle({ kind: 'lost', text: null })
    request.onabort = () =>
      settle(isAllSent ? { kind: 'lost', text: stoppedText } : { kind: 'cancelled' })
    signal.addEventListener('abort', () => request.abort(), { once: true })

    request.open('POST', callUrl('/website/application/'))
    request.setRequestHeader('Idempotency-Key', attempt.key)
    const token = readAuthState().tokens?.access
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    keepWaiting()
    request.send(formOf(attempt))
  })
}

function formOf({ wire, doneAt }: Attempt) {
  const form = new FormData()
  for (const [name, value] of wire) form.append(name, value)
  form.append('done_at', doneAt)
  return form
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Outcome {
  const body = parsed(responseText)
  if (status >= 200 && status < 300) {
    const data = (body as { data?: unknown } | null)?.data
    return data ? { kind: 'stored' } : { kind: 'refused', refusal: refusalFrom({}) }
  }
  const refusal = refusalFrom(body)
  if (status >= 500 || status === 0) return { kind: 'lost', text: body ? refusal.detail : null }
  return { kind: 'refused', refusal }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
