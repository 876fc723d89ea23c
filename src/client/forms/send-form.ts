import { readAuthState } from '../api/auth-state.ts'
import { ApiError, parseErrorBody } from '../api/errors.ts'
import { apiUrl } from '../api/fetch.ts'
import { endSession, isSessionError } from '../api/session.ts'
import type { Wire } from './idempotency-key.ts'

/** The connection counts as lost after this time without progress. */
const stallMs = 60_000

export type FormOutcome =
  | { kind: 'stored' }
  | { kind: 'refused'; error: ApiError }
  /** Sending again may help. `text` is the reason, or null when it is unknown. */
  | { kind: 'lost'; text: string | null }
  /** Cancelled before the upload was complete. */
  | { kind: 'cancelled' }

/** A procedure that takes a form with a file. `what` names the form in messages: 'application'. */
export type FormCall = { path: `/${string}/`; what: string }

type SendOptions = {
  key: string
  wire: Wire
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * Sends a form with a file. Uses XMLHttpRequest, because fetch reports no upload progress. Never rejects: a failure
 * is an outcome too.
 */
export function sendForm({ path, what }: FormCall, options: SendOptions) {
  const { key, wire, onProgress, signal } = options
  return new Promise<FormOutcome>((resolve) => {
    const request = new XMLHttpRequest()
    let stall: ReturnType<typeof setTimeout>
    let isAllSent = false
    const settle = (outcome: FormOutcome) => {
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
    request.onload = () => {
      const body = parsed(request.responseText)
      // The page asks before it is left with what was typed.
      if (request.status === 401 && isSessionError(body)) endSession()
      settle(readOutcome(request.status, body, what))
    }
    request.onerror = () => settle({ kind: 'lost', text: null })
    request.onabort = () =>
      settle(isAllSent ? { kind: 'lost', text: stoppedText(what) } : { kind: 'cancelled' })
    signal.addEventListener('abort', () => request.abort(), { once: true })

    request.open('POST', apiUrl(path))
    request.setRequestHeader('Idempotency-Key', key)
    const token = readAuthState().tokens?.access
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    keepWaiting()
    request.send(formOf(wire))
  })
}

const stoppedText = (what: string) =>
  `You stopped before we could confirm your ${what}. It may have arrived all the same.`

function formOf(wire: Wire) {
  const form = new FormData()
  for (const [name, value] of wire) form.append(name, value)
  return form
}

/**
 * The outcome of a form, read from its response.
 * @param what names the form in messages: 'application'
 */
export function readOutcome(status: number, body: unknown, what: string): FormOutcome {
  const isObject = typeof body === 'object' && body !== null
  const data = isObject ? (body as { data?: unknown }).data : undefined
  if (status >= 200 && status < 300 && data) return { kind: 'stored' }
  const { reason, fields } = parseErrorBody(status, body)
  if (status >= 500 || status === 0) return { kind: 'lost', text: reason }
  const isEmpty = isObject && Object.keys(body).length === 0
  const otherwise = isEmpty
    ? 'No data is there.'
    : `Your ${what} could not be sent. Please try again.`
  return { kind: 'refused', error: new ApiError(status, reason ?? otherwise, fields) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
