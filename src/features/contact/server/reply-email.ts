import { signOff } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { formatDateTime } from '#shared/format.ts'
import type { Contact } from '../message-schemas.ts'

/**
 * A reply to a message, signed and with the message below it. Its answer goes to the company's address, from which it
 * comes: a colleague may be away.
 */
export const replyEmail = (
  { email, subject, message, created_at }: Contact,
  body: string,
  author: string,
): Email => ({
  recipient: email,
  subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  parts: [
    body,
    `${author}\n${signOff}`,
    { text: `On ${formatDateTime(created_at)} you wrote:`, quote: message },
  ],
})
