import { post } from './calls.ts'
import { signInAsAdmin } from './staff.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Creates an event of two hours, by default a week from now. @returns its id */
export async function createEvent(siteUrl: string, changes: object): Promise<number> {
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
  const staff = await signInAsAdmin(siteUrl)
  return (await staff.call('POST', '/admin/events/', event)).id
}

/** Registers for an event through the API. */
export async function registerFor(
  siteUrl: string,
  eventId: number,
  email: string,
  full_name = 'Eric Habimana',
) {
  const token = await fetch(`${siteUrl}/api/website/form-token/`)
  const { form_token } = (await token.json()) as { form_token: string }
  const url = `${siteUrl}/api/website/events/${eventId}/registrations/`
  await post(url, { full_name, email, form_token })
}
