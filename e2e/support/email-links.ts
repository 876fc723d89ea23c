import { post } from './calls.ts'
import { uniqueText } from './comments.ts'
import { emailTo } from './emails.ts'
import { createEvent, registerFor } from './events.ts'
import type { TestServer } from './server.ts'
import { uniqueEmail } from './wizard.ts'

/** The link in the latest of so many emails. */
const linkTo = (site: TestServer, path: string, email: string, emails = 1) =>
  emailTo(site, email, emails)
    .split(/\s/)
    .find((word) => word.includes(`${path}?token=`)) ?? ''

/** Subscribes an email address through the API. @returns the link that confirms */
export async function confirmLink(site: TestServer, email = uniqueEmail()) {
  await post(`${site.url}/api/website/subscribe/`, { email })
  return linkTo(site, '/newsletter/confirm', email)
}

/** Subscribes an email address through the API, and confirms it. @returns the unsubscribe link of the welcome email */
export async function unsubscribeLink(site: TestServer) {
  const email = uniqueEmail()
  const token = new URL(await confirmLink(site, email)).searchParams.get('token')
  await post(`${site.url}/api/website/subscribe/confirm/`, { token })
  return linkTo(site, '/newsletter/unsubscribe', email, 2)
}

/** Registers for an event through the API. @returns the link that cancels */
export async function cancelLink(site: TestServer) {
  const email = uniqueEmail()
  await registerFor(site.url, await createEvent(site.url, {}), email)
  return linkTo(site, '/events/cancel', email)
}

/** Comments through the API, and asks for answers. @returns the link that confirms it */
export async function answersLink(site: TestServer) {
  const email = uniqueEmail()
  const { results } = await (await fetch(`${site.url}/api/website/news/`)).json()
  const token = await (await fetch(`${site.url}/api/website/form-token/`)).json()
  const message = uniqueText('Will somebody answer?')
  await post(`${site.url}/api/website/comments/`, {
    name: 'Aline',
    email,
    message,
    notify: true,
    news_id: results[0].id,
    ...token,
  })
  return linkTo(site, '/comments/answers', email)
}

/** Registers for an event and asks for the stored data through the API. @returns the link that erases it */
export async function eraseLink(site: TestServer) {
  const email = uniqueEmail()
  await registerFor(site.url, await createEvent(site.url, {}), email)
  await post(`${site.url}/api/website/personal-data/`, { email })
  return linkTo(site, '/my-data/link', email, 2)
}
