import type { Email } from '#platform/mail/email-message.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { excerptOf } from '#platform/mail/excerpt.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import { signId } from '#platform/security/signed-id.ts'
import type { VisitorEmailValues } from '#shared/visitor-emails.ts'
import { followDays } from '../validation.ts'

/** The purpose of the signed tokens in links that confirm or stop the emails about answers. */
export const followPurpose = 'comment answers'

/** The mailing list of the answers to a comment. */
export const answersListOf = (threadId: number) => `comment-${threadId}`

const linkOf = ({ config, secret }: LinkSigner, id: number) =>
  `${siteUrlOf(config)}/comments/answers?token=${signId({ secret }, followPurpose, id)}`

/** Asks whether the address wants emails about answers, because anybody could have entered it. */
export const confirmFollowEmail = (
  sender: LinkSigner,
  { id, email }: { id: number; email: string },
  title: string,
  template: Template,
): Email => {
  const values: VisitorEmailValues<'FOLLOW'> = { article: title }
  return {
    ...visitorEmail({ email, name: '' }, template, values, [
      {
        text: 'Is that right? Then open this link and press the button there:',
        label: 'Tell me of answers',
        url: linkOf(sender, id),
        isMain: true,
      },
      `Otherwise you need not do anything: after ${followDays} days we delete the address.`,
    ]),
    isRequested: true,
  }
}

type Answer = { name: string; message: string; staff_name: string }
type Thread = { id: number; title: string; slug: string }

const shownMax = 3
const lengthMax = 400

/** Tells a follower of the answers to a comment. */
export function answerEmail(
  sender: LinkSigner,
  thread: Thread,
  follower: { id: number; email: string; name: string },
  { answers, template }: { answers: readonly Answer[]; template: Template },
): Email {
  const stop = linkOf(sender, follower.id)
  const values: VisitorEmailValues<'ANSWER'> = { article: thread.title }
  return {
    ...visitorEmail(follower, template, values, [
      ...answers.slice(-shownMax).map(quoteOf),
      {
        text: 'The article and the latest answer:',
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

/** The parts of such an email with these answers in the place of those that it quotes. */
export function withAnswers(parts: readonly EmailPart[], answers: readonly Answer[]) {
  const isQuote = (part: EmailPart) => typeof part === 'object' && 'quote' in part
  const first = parts.findIndex(isQuote)
  const others = parts.filter((part) => !isQuote(part))
  return others.toSpliced(first, 0, ...answers.slice(-shownMax).map(quoteOf))
}

/** How an email quotes an answer. */
function quoteOf({ name, message, staff_name }: Answer) {
  const text = excerptOf(message, lengthMax)
  // The name stands in the quote, since a visitor has typed it.
  return staff_name
    ? { text: 'We answered:', quote: text }
    : { text: 'A reader answered:', quote: `${name}:\n${text}` }
}

export const followExample: VisitorEmailExample = (context, { email }, template) =>
  confirmFollowEmail(context, { id: 0, email }, 'Why Kigali', template)

export const answerExample: VisitorEmailExample = (context, visitor, template) =>
  answerEmail(
    context,
    { id: 1, title: 'Why Kigali', slug: 'why-kigali' },
    { id: 0, ...visitor },
    {
      answers: [
        { name: 'Aline', message: 'That was my question, too. Thank you!', staff_name: '' },
      ],
      template,
    },
  )
