import { signOff } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { company } from '#shared/company.ts'
import { confirmDays } from '../validation.ts'
import { confirmToken } from './confirm-token.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

export type Sender = { config: Parameters<typeof siteUrlOf>[0]; secret: string }

export type Reader = { id: number; email: string }

/** The page that ends a subscription, or takes it up again. */
export const leaveLinkOf = ({ config, secret }: Sender, { id }: Reader) =>
  `${siteUrlOf(config)}/newsletter/unsubscribe?token=${unsubscribeToken({ secret }, id)}`

/** Asks whether the address wants the newsletter, because anybody could have entered it. */
export const confirmEmail = (sender: Sender, recipient: Reader): Email => ({
  isRequested: true,
  recipient: recipient.email,
  subject: `Please confirm the newsletter of ${company.name}`,
  parts: [
    'Hello,',
    'somebody entered this address to get our newsletter: events, cohorts and news from Kigali.',
    {
      text: `Was it you? Then open this link and press the button there, within ${confirmDays} days:`,
      label: 'Confirm the subscription',
      url: `${siteUrlOf(sender.config)}/newsletter/confirm?token=${confirmToken(sender, recipient)}`,
      isMain: true,
    },
    'Was it not you? Then you need not do anything: we do not write to you, and delete the address.',
    signOff,
  ],
})

/** Welcomes who has confirmed. */
export function welcomeEmail(sender: Sender, recipient: Reader): Email {
  const link = leaveLinkOf(sender, recipient)
  return {
    recipient: recipient.email,
    subject: `Welcome to the newsletter of ${company.name}`,
    unsubscribe_link: link,
    parts: [
      'Hello,',
      'thank you for confirming. You get our newsletter now: events, cohorts and news from Kigali.',
      {
        text: 'Would you rather not? This link takes you off the list at any time:',
        label: 'Unsubscribe',
        url: link,
      },
      signOff,
    ],
  }
}

/** Asks who has left the list whether they want to come back: anybody could have entered the address. */
export const returnEmail = (sender: Sender, recipient: Reader): Email => ({
  isRequested: true,
  recipient: recipient.email,
  subject: `Do you want the newsletter of ${company.name} again?`,
  parts: [
    'Hello,',
    'somebody entered this address to subscribe to our newsletter. You have left the list, so we did not put you back on it.',
    {
      text: 'Was it you? This link brings you back:',
      label: 'Come back to the newsletter',
      url: leaveLinkOf(sender, recipient),
      isMain: true,
    },
    'Was it not you? Then you need not do anything: we do not write to you.',
    signOff,
  ],
})
