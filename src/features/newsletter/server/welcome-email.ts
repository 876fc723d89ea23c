import type { Email } from '#platform/mail/mail.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { company } from '#shared/company.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Sender = { config: Parameters<typeof siteUrlOf>[0]; secret: string }

/** Confirms a subscription, and explains how to unsubscribe if somebody else entered the address. */
export function welcomeEmail(
  { config, secret }: Sender,
  { id, email }: { id: number; email: string },
): Email {
  const token = unsubscribeToken({ secret }, id)
  const link = `${siteUrlOf(config)}/newsletter/unsubscribe?token=${token}`
  return {
    recipient: email,
    subject: `Welcome to the newsletter of ${company.name}`,
    unsubscribe_link: link,
    body: [
      'Hello,',
      `this address is on the list of our newsletter now: events, cohorts and news from Kigali.`,
      `Was it not you, or would you rather not? This link takes you off the list:\n${link}`,
      `${company.name}, Kigali`,
    ].join('\n\n'),
  }
}
