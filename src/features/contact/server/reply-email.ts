import type { Email } from '#platform/mail/email-message.ts'
import { signOff } from '#platform/mail/email-parts.ts'
import { excerptOf } from '#platform/mail/excerpt.ts'
import { formatDateTime } from '#shared/format.ts'
import type { Contact } from '../message-schemas.ts'

/** This many letters say what a reply is to, and keep it small on a phone. */
const quotedMax = 1_500

const withoutRe = (subject: string) => subject.replace(/^(?:re:\s*)+/i, '')

/**
 * A reply to a message, signed and with the beginning of the message below it. Its answer goes to the company's
 * address, from which it comes: a colleague may be away.
 * @param thread_refs the Message-IDs of our emails about it
 */
export const replyEmail = (
  { email, subject, message, created_at }: Contact,
  body: string,
  author: string,
  thread_refs: string,
): Email => ({
  recipient: email,
  // Spam filters distrust a 'Re:' that refers to no email.
  subject: `${thread_refs ? 'Re: ' : ''}${withoutRe(subject)}`,
  thread_refs,
  isPersonal: true,
  parts: [
    body,
    `${author}\n${signOff}`,
    { text: `On ${formatDateTime(created_at)} you wrote:`, quote: excerptOf(message, quotedMax) },
  ],
})
