import { company } from '#shared/company.ts'
import { emailKilobytesMax } from '#shared/email-templates.ts'
import { emailHtml } from './email-html.ts'
import { type EmailPart, emailText } from './email-parts.ts'

export type Email = {
  recipient: string
  subject: string
  parts: readonly EmailPart[]
  /** An attached iCalendar file. */
  calendar?: string
  /** The URL that unsubscribes from the mailing list, also with one click in the mail program (RFC 8058). */
  unsubscribe_link?: string
  /** The mailing list that the link is of, if it is not the newsletter; without a link, what the email is about. */
  list_key?: string
  /** Whom an answer goes to, if not the sender. */
  reply_to?: string
  /** The Message-IDs of the thread so far, with spaces between; the last one is answered. */
  thread_refs?: string
  /** The issue of the newsletter that it is. */
  issue_id?: number
  /**
   * Whether its recipient has asked for it a moment ago: then it is sent also where emails came back. Strangers can
   * type an address into a form, so after a complaint only what belongs to an account is sent.
   */
  isRequested?: boolean | 'ACCOUNT'
  /** Whether one of us wrote it to one person. Programs, such as absence notices, must not answer any other email. */
  isPersonal?: boolean
}

/** An email with what the outbox adds to it. */
export type OutgoingEmail = Email & {
  /** The same at every attempt, so that mail servers can recognise a duplicate. */
  messageId: string
  sender: string
  /** Where reports about it go; to the sender if there is no such address. */
  returnPath?: string
}

/** What a calendar file is for, such as PUBLISH or CANCEL: mail programs read it from the header as well. */
const methodOf = (calendar: string) => /^METHOD:([A-Z]+)/m.exec(calendar)?.[1] ?? 'PUBLISH'

const listIdOf = (key: string | undefined) => ({
  url: `${key || 'newsletter'}.${company.domain}`,
  comment: key ? `Answers to a comment at ${company.name}` : `Newsletter of ${company.name}`,
})

/** What keeps programs from answering (RFC 3834); Exchange knows its own header alone. */
const unanswered = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

const nonAsciiBytes = (text: string) => Buffer.byteLength(text.replace(/\p{ASCII}+/gu, ''))

/** Whether base64 is shorter: quoted-printable takes three characters for each byte that is not ASCII. */
const isMostlyNonAscii = (text: string) => nonAsciiBytes(text) * 5 > Buffer.byteLength(text)

/** Beside the headers and the signature. */
const bodyBytesMax = emailKilobytesMax * 1024 - 3_000

/** About how many bytes a text takes in an email, with the ends of its lines and what is spelt otherwise. */
const sentBytes = (text: string) =>
  isMostlyNonAscii(text)
    ? Buffer.byteLength(text) * 1.37
    : (Buffer.byteLength(text) + 2 * nonAsciiBytes(text)) * 1.06

/** An email as nodemailer takes it. */
export function toMessage({ messageId, sender, returnPath, recipient, ...email }: OutgoingEmail) {
  const {
    subject,
    parts,
    calendar,
    unsubscribe_link,
    list_key,
    reply_to,
    thread_refs,
    isPersonal,
  } = email
  const html = emailHtml(subject, parts)
  const text = emailText(parts)
  // A long email in letters of three bytes has too many twice. What goes to many is checked before.
  const bytes = [html, text, calendar ?? ''].reduce((sum, one) => sum + sentBytes(one), 0)
  const isTextOnly = !unsubscribe_link && bytes > bodyBytesMax
  return {
    from: { name: company.name, address: sender },
    // As an object it is always one recipient, even with commas in it.
    to: { name: '', address: recipient },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    ...(thread_refs && { references: thread_refs, inReplyTo: thread_refs.split(' ').at(-1) }),
    subject,
    text,
    ...(!isTextOnly && { html }),
    ...(isMostlyNonAscii(isTextOnly ? text : html) && { textEncoding: 'base64' as const }),
    ...(calendar && {
      attachments: [
        {
          filename: 'event.ics',
          content: calendar,
          contentType: `text/calendar; charset=utf-8; method=${methodOf(calendar)}`,
        },
      ],
    }),
    ...(unsubscribe_link && {
      list: {
        unsubscribe: unsubscribe_link,
        // Mail programs sort and filter by it, so it stays the same for good.
        id: listIdOf(list_key),
      },
    }),
    headers: {
      ...(unsubscribe_link && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      ...(!isPersonal && unanswered),
    },
    ...(returnPath && { envelope: { from: returnPath, to: recipient } }),
    messageId,
  }
}

/** The bytes of an email as it is sent, but for its signature. */
export async function sizeOf(email: Email) {
  const { createTransport } = await import('nodemailer')
  const sender = `info@${company.domain}`
  const message = toMessage({ ...email, sender, messageId: `<${sender}>` })
  const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  return (sent.message as Buffer).byteLength
}
