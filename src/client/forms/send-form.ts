import { readAuthState } from '../api/auth-state.ts'
import { ApiError, parseErrorBody } from '../api/errors.ts'
import { apiUrl } from '../api/fetch.ts'
import { fetchWithProgress } from '../api/fetch-with-progress.ts'
import { parseJson } from '../api/response-body.ts'
import { fetchInSession } from '../api/session.ts'
import type { Wire } from './idempotency-key.ts'

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

/** Sends a form with a file. Never rejects: a failure is an outcome too. */
export async function sendForm(
  { path, what }: FormCall,
  options: SendOptions,
): Promise<FormOutcome> {
  const { key, wire, onProgress, signal } = options
  const url = apiUrl(path)
  const body = formOf(wire)
  let isAllSent = false
  const send = (access?: string) => {
    // What went along with an expired token was refused.
    isAllSent = false
    const headers = new Headers({ 'idempotency-key': key })
    if (access) headers.set('authorization', `Bearer ${access}`)
    return fetchWithProgress(url, { method: 'POST', headers, body, signal }, (sent, total) => {
      isAllSent = sent === total
      onProgress(total > 0 ? (sent / total) * 100 : 0)
    })
  }
  try {
    const response = await fetchInSession(url.href, send, readAuthState())
    return readOutcome(response.status, parseJson(await response.text()), what)
  } catch {
    if (!signal.aborted) return { kind: 'lost', text: null }
    return isAllSent ? { kind: 'lost', text: stoppedText(what) } : { kind: 'cancelled' }
  }
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
  if (status >= 500) return { kind: 'lost', text: reason }
  const isEmpty = isObject && Object.keys(body).length === 0
  const otherwise = isEmpty
    ? 'No data is there.'
    : `Your ${what} could not be sent. Please try again.`
  return { kind: 'refused', error: new ApiError(status, reason ?? otherwise, fields) }
}
