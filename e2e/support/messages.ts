import { post } from './calls.ts'
import { signInAsAdmin } from './staff.ts'

/** Sends a message as a visitor does. @returns its id */
export async function writeMessage(siteUrl: string, overrides: object = {}) {
  const { form_token } = await (await fetch(`${siteUrl}/api/website/form-token/`)).json()
  const message = {
    full_name: 'Béatrice Nyirahabimana',
    email: 'beatrice@example.rw',
    phone: '+250 788 000 777',
    subject: `A question ${crypto.randomUUID().slice(0, 8)}`,
    message: `When does the next cohort start? ${crypto.randomUUID()}`,
    form_token,
    ...overrides,
  }
  await post(`${siteUrl}/api/website/contact-us/`, message)
  const { call } = await signInAsAdmin(siteUrl)
  const { results } = await call('GET', '/website/contact-us/?page_size=1')
  return { ...message, id: results[0].id as number }
}
