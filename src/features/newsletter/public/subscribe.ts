import { apiFetch, apiUrl } from '#client/api/fetch.ts'
import { subscribeMessages } from '../validation.ts'

type Refusal = { detail?: unknown; email?: unknown }

/**
 * Subscribes the address in the form.
 * @returns why it failed, or nothing: the server's detail, else what it first says of the address, else that it failed
 */
export async function subscribe(form: FormData): Promise<string | undefined> {
  const response = await apiFetch(
    new Request(apiUrl('/website/subscribe/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
    }),
  ).catch(() => null)
  if (response?.ok) return undefined
  const { detail, email: messages } = ((await response?.json().catch(() => null)) ?? {}) as Refusal
  const told = detail || (Array.isArray(messages) && messages[0])
  return told ? String(told) : subscribeMessages.failure
}
