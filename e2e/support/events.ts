import { expect } from '@playwright/test'
import { admin } from './server.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Creates an event of two hours, a week from now unless said otherwise, as an editor does. @returns its id */
export async function createEvent(siteUrl: string, changes: object): Promise<number> {
  const { access } = await post(`${siteUrl}/api/auth/login/`, admin)
  const starts = Date.now() + 7 * dayMs
  const event = {
    title: 'An Evening at the Hub',
    description: 'Questions and answers.',
    category: 'Community',
    type: 'workshop',
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + dayMs / 12).toISOString(),
    location: 'Huza Hub, Kigali',
    ...changes,
  }
  const { id } = await post(`${siteUrl}/api/admin/events/`, event, access)
  return id
}

async function post(url: string, body: object, token?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return response.json()
}

/** Registers somebody by the call. */
export async function registerFor(siteUrl: string, eventId: number, email: string) {
  const url = `${siteUrl}/api/website/events/${eventId}/registrations/`
  await post(url, { full_name: 'Eric Habimana', email })
}

/** The address in the letter to that recipient which cancels the registration, read from the outbox as admins do. */
export async function cancelLinkFor(siteUrl: string, email: string): Promise<string> {
  const signedIn = await post(`${siteUrl}/api/auth/login/`, admin)
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${signedIn.access}` }
    return (await fetch(`${siteUrl}/api/admin/outbox/${path}`, { headers })).json()
  }
  const { results } = await read(`?search=${encodeURIComponent(email)}`)
  expect(results).toHaveLength(1)
  const { body } = await read(`${results[0].id}/`)
  return /\S+\/events\/cancel\?token=\S+/.exec(body)?.[0] ?? ''
}
