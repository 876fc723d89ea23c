import type { Email } from '#platform/mail/email-message.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import type { VisitorEmailKind } from '#shared/visitor-emails.ts'
import { confirmDays } from '../validation.ts'
import { confirmToken } from './confirm-token.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

export type Reader = { id: number; email: string }

/** The page that ends a subscription, or takes it up again. */
export const leaveLinkOf = ({ config, secret }: LinkSigner, reader: Reader) =>
  `${siteUrlOf(config)}/newsletter/unsubscribe?token=${unsubscribeToken({ secret }, reader)}`

/** What the emails are about that ask an address to confirm. */
export const confirmListKey = 'newsletter-confirm'

/** Asks whether the address wants the newsletter, because anybody could have entered it. */
export const confirmEmail = (sender: LinkSigner, recipient: Reader, template: Template): Email => ({
  ...visitorEmail({ ...recipient, name: '' }, template, {}, [
    {
      text: `Was it you? Then open this link and press the button there, within ${confirmDays} days:`,
      label: 'Confirm the subscription',
      url: `${siteUrlOf(sender.config)}/newsletter/confirm?token=${confirmToken(sender, recipient)}`,
      isMain: true,
    },
  ]),
  list_key: confirmListKey,
  isRequested: true,
})

/** Welcomes who has confirmed. */
export function welcomeEmail(sender: LinkSigner, recipient: Reader, template: Template): Email {
  const link = leaveLinkOf(sender, recipient)
  return {
    ...visitorEmail({ ...recipient, name: '' }, template, {}, [
      {
        text: 'Would you rather not? This link takes you off the list at any time:',
        label: 'Unsubscribe',
        url: link,
      },
    ]),
    unsubscribe_link: link,
  }
}

/** Asks who has left the list whether they want to come back: anybody could have entered the address. */
export const returnEmail = (sender: LinkSigner, recipient: Reader, template: Template): Email => ({
  ...visitorEmail({ ...recipient, name: '' }, template, {}, [
    {
      text: 'Was it you? Then open this link and press the button there:',
      label: 'Come back to the newsletter',
      url: `${leaveLinkOf(sender, recipient)}&return=yes`,
      isMain: true,
    },
  ]),
  isRequested: true,
})

// Nobody has the id 0, so that the links of examples lead to nobody's subscription.
const exampleOf =
  (write: typeof confirmEmail): VisitorEmailExample =>
  (context, { email }, template) =>
    write(context, { id: 0, email }, template)

export const newsletterExamples = {
  NEWSLETTER_CONFIRM: exampleOf(confirmEmail),
  NEWSLETTER_WELCOME: exampleOf(welcomeEmail),
  NEWSLETTER_RETURN: exampleOf(returnEmail),
} satisfies Partial<Record<VisitorEmailKind, VisitorEmailExample>>
