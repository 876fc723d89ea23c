import { emailTo, post } from './calls.ts'
import { uniqueText } from './comments.ts'
import { createEvent, registerFor } from './events.ts'
import { uniqueEmail } from './wizard.ts'

/** The link in the latest of so many emails. */
const linkTo = async (siteUrl: string, path: string, email: string, emails = 1) =>
  (await emailTo(siteUrl, email, emails))
    .split(/\s/)
    .find((word) => word.includes(`${path}?token=`)) ?? ''

/** Subscribes an email address through the API. @returns the link that confirms */
export async function confirmLink(siteUrl: string, email = uniqueEmail()) {
  await post(`${siteUrl}/api/website/subscribe/`, { email })
  return linkTo(siteUrl, '/newsletter/confirm', email)
}

/** Subscribes an email address through the API, and confirms it. @returns the unsubscribe link of the welcome email */
export async function unsubscribeLink(siteUrl: string) {
  const email = uniqueEmail()
  const token = new URL(await confirmLink(siteUrl, email)).searchParams.get('token')
  await post(`${siteUrl}/api/website/subscribe/confirm/`, { token })
  return linkTo(siteUrl, '/newsletter/unsubscribe', email, 2)
}

/** Registers for an event through the API. @returns the link that cancels */
export async function cancelLink(siteUrl: string) {
  const email = uniqueEmail()
  await registerFor(siteUrl, await createEvent(siteUrl, {}), email)
  return linkTo(siteUrl, '/events/cancel', email)
}

/** Comments through the API, and asks for answers. @returns the link that confirms it */
export async function answersLink(siteUrl: string) {
  const email = uniqueEmail()
  const { results } = await (await fetch(`${siteUrl}/api/website/news/`)).json()
  const token = await (await fetch(`${siteUrl}/api/website/form-token/`)).json()
  const message = uniqueText('Will somebody answer?')
  await post(`${siteUrl}/api/website/comments/`, {
    name: 'Aline',
    email,
    message,
    notify: true,
    news_id: results[0].id,
    ...token,
  })
  return linkTo(siteUrl, '/comments/answers', email)
}

/** Registers for an event and asks for the stored data through the API. @returns the link that erases it */
export async function eraseLink(siteUrl: string) {
  const email = uniqueEmail()
  await registerFor(siteUrl, await createEvent(siteUrl, {}), email)
  await post(`${siteUrl}/api/website/personal-data/`, { email })
  return linkTo(siteUrl, '/my-data/link', email, 2)
}
