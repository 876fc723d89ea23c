import type { Letter } from '#platform/mail/mail.ts'
import { siteAddress } from '#platform/mail/site-url.ts'
import { site } from '#shared/company.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Sender = { config: Parameters<typeof siteAddress>[0]; secret: string }

/** Tells a new subscriber that they are one, and how to leave, also when it was somebody else who typed the address. */
export function welcomeLetter(
  { config, secret }: Sender,
  { id, email }: { id: number; email: string },
): Letter {
  const token = unsubscribeToken({ secret }, id)
  const link = `${siteAddress(config)}/newsletter/unsubscribe?token=${token}`
  return {
    recipient: email,
    subject: `Welcome to the newsletter of ${site.name}`,
    unsubscribe_link: link,
    body: [
      'Hello,',
      `this address is on the list of our newsletter now: events, cohorts and news from Kigali.`,
      `Was it not you, or would you rather not? This link takes you off the list:\n${link}`,
      `${site.name}, Kigali`,
    ].join('\n\n'),
  }
}
