import { type EmailPart, signOff } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { type VisitorEmailExample, visitorEmail } from '#platform/mail/visitor-email.ts'
import { signId } from '#platform/security/signed-id.ts'
import type { EmailTemplate } from '#shared/email-templates.ts'
import type { VisitorEmailValues } from '#shared/visitor-emails.ts'
import { followDays } from '../validation.ts'

type Sender = { config: Parameters<typeof siteUrlOf>[0]; secret: string }

/** The purpose of the signed tokens in links that confirm or stop the emails about answers. */
export const followPurpose = 'comment answers'

/** The mailing list of the answers to a comment. */
export const answersListOf = (threadId: number) => `comment-${threadId}`

const linkOf = ({ config, secret }: Sender, id: number) =>
  `${siteUrlOf(config)}/comments/answers?token=${signId({ secret }, followPurpose, id)}`

/** Asks whether the address wants to be told of answers, because anybody could have entered it. */
export const confirmFollowEmail = (
  sender: Sender,
  { id, email }: { id: number; email: string },
  title: string,
): Email => ({
  recipient: email,
  isRequested: true,
  subject: 'Please confirm: emails about answers to a comment',
  parts: [
    'Hello,',
    `somebody entered this address with a comment below the article “${title}”, and asked to be told of answers.`,
    {
      text: 'Is that right? Then open this link and press the button there:',
      label: 'Tell me of answers',
      url: linkOf(sender, id),
      isMain: true,
    },
    `Otherwise you need not do anything: after ${followDays} days we delete the address.`,
    signOff,
  ],
})

type Answer = { name: string; message: string; staff_name: string }
type Thread = { id: number; title: string; slug: string }

const shownMax = 3
const lengthMax = 400

/** Tells a follower of the answers to a comment. */
export function answerEmail(
  sender: Sender,
  thread: Thread,
  follower: { id: number; email: string; name: string },
  answers: readonly Answer[],
  template: Pick<EmailTemplate, 'subject' | 'text'>,
): Email {
  const stop = linkOf(sender, follower.id)
  const values: VisitorEmailValues<'ANSWER'> = { article: thread.title }
  return {
    ...visitorEmail(follower, template, values, [
      ...answers.slice(0, shownMax).map(quoteOf),
      {
        text: answers.length > shownMax ? 'These and more:' : 'All of it:',
        label: 'Read it on the site',
        url: `${siteUrlOf(sender.config)}/insights/${thread.slug}#comment-${thread.id}`,
        isMain: true,
      },
      {
        text: 'You get this email because you asked for it with your comment. One click ends it:',
        label: 'No more emails about answers',
        url: stop,
      },
    ]),
    unsubscribe_link: stop,
    list_key: answersListOf(thread.id),
  }
}

function quoteOf({ name, message, staff_name }: Answer): EmailPart {
  const letters = [...message]
  const text = letters.length > lengthMax ? `${letters.slice(0, lengthMax).join('')}…` : message
  // The name stands in the quote, since a visitor has typed it.
  return staff_name
    ? { text: 'We answered:', quote: text }
    : { text: 'A reader answered:', quote: `${name}:\n${text}` }
}

export const answerExample: VisitorEmailExample = (context, visitor, template) =>
  answerEmail(
    context,
    { id: 1, title: 'Why Kigali', slug: 'why-kigali' },
    { id: 1, ...visitor },
    [{ name: 'Aline', message: 'That was my question, too. Thank you!', staff_name: '' }],
    template,
  )
