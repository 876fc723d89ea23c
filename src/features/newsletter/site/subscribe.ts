import { apiFetch, callUrl } from '#client/api-fetch.ts'
import { subscribeMessages } from '../rules.ts'

type Refusal = { detail?: unknown; email?: unknown }

/**
 * Subscribes an address.
 * @throws an Error that says why not: the server's detail, else what it first says of the address, else that it failed
 */
export async function subscribe(email: string): Promise<void> {
  const response = await apiFetch(
    new Request(callUrl('/website/subscribe/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }),
  ).catch(() => null)
  if (response?.ok) return
  const { detail, email: messages } = ((await response?.json().catch(() => null)) ?? {}) as Refusal
  const told = detail || (Array.isArray(messages) && messages[0])
  throw new Error(told ? String(told) : subscribeMessages.failure)
}
