import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { consumeLimit, refundLimit } from '#platform/http/limits.ts'
import { consumeEmailLimits, mailboxKey } from '#platform/mail/email-limits.ts'
import type { Email } from '#platform/mail/email-message.ts'
import { excerptOf } from '#platform/mail/excerpt.ts'
import { messageIdOf } from '#platform/mail/message-id.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { localDay } from '#shared/company.ts'
import { formatDate } from '#shared/format.ts'
import type { Settings } from '#shared/settings.ts'
import type { VisitorEmailValues } from '#shared/visitor-emails.ts'
import type { ContactInput } from '../contract.ts'

type Received = Pick<ContactInput, 'full_name' | 'email' | 'phone' | 'subject' | 'message'>

/** One confirmation tells enough to who sends several messages, or whose address a stranger types again and again. */
const confirmationLimit = { calls: 1, seconds: 60 * 60 }
/** The email about a message has at most this many of its letters; the dashboard has all. */
const quotedMax = 2_000
/**
 * How many emails about new messages staff get in an hour: so many of what comes from one client IP, more than an
 * office or a school writes, and so many of all. One client alone can't use up those of everybody.
 */
const staffEmailsMax = { ofClient: 10, ofAll: 60 }
const moreWait =
  'Many messages have come within the last hour. The next ones may come without an email: they wait in the dashboard.'

/**
 * Tells a visitor that their message has arrived, in the transaction that stores it.
 * @returns the Message-ID that begins its thread; nothing where it is not told
 */
export async function confirmMessage(
  transaction: Transaction<Tables>,
  context: RequestContext,
  { email, full_name: name }: Received,
  { contact, visitors }: Settings,
): Promise<string | undefined> {
  const now = context.now()
  if (!visitors.MESSAGE.is_sent) return undefined
  const key = mailboxKey('contact-email', email)
  if ((await consumeLimit(transaction, key, confirmationLimit, now)) !== null) return undefined
  if (!(await consumeEmailLimits(transaction, context, email, now))) {
    // Their next message is confirmed, once it may be.
    await refundLimit(transaction, key)
    return undefined
  }
  const confirmation = confirmationEmail({ email, name }, visitors.MESSAGE, contact.phone, now)
  return messageIdOf(context, await putInOutbox(transaction, confirmation, now.toISOString()))
}

/** Tells staff what a message says, in the transaction that stores it. */
export async function tellStaff(
  transaction: Transaction<Tables>,
  context: RequestContext,
  { id, ...message }: Received & { id: number },
  { contact, visitors }: Settings,
) {
  const now = context.now()
  if (!visitors.staff_told) return
  const ofClient = await countStaffEmail(
    transaction,
    `contact-staff:${context.clientIp}`,
    staffEmailsMax.ofClient,
    now,
  )
  // First, so that what one client sends beyond its share counts for nobody else.
  if (ofClient === null) return
  const ofAll = await countStaffEmail(transaction, 'contact-staff', staffEmailsMax.ofAll, now)
  if (ofAll === null) return
  const recipient = visitors.staff_email || contact.email
  const notes = ofClient.isLast || ofAll.isLast ? [moreWait] : []
  const email = staffEmail(context, id, message, recipient, visitors.NEW_MESSAGE, notes)
  await putInOutbox(transaction, email, now.toISOString())
}

/** Counts an email about a new message. @returns null where there were so many within the hour */
async function countStaffEmail(
  transaction: Transaction<Tables>,
  key: string,
  calls: number,
  now: Date,
) {
  const consume = async (max: number) =>
    (await consumeLimit(transaction, key, { calls: max, seconds: 60 * 60 }, now)) === null
  if (await consume(calls - 1)) return { isLast: false }
  return (await consume(calls)) ? { isLast: true } : null
}

function confirmationEmail(
  visitor: Parameters<typeof visitorEmail>[0],
  template: Template,
  phone: string,
  now: Date,
) {
  const values: VisitorEmailValues<'MESSAGE'> = { received_on: formatDate(localDay(now)), phone }
  return visitorEmail(visitor, template, values)
}

export const messageExample: VisitorEmailExample = async (context, visitor, template) => {
  const { contact } = await context.readSettings()
  return confirmationEmail(visitor, template, contact.phone, context.now())
}

/** A message for staff, whose answer from a mail program goes to the visitor. */
const staffEmail = (
  { config }: RequestContext,
  id: number,
  { full_name, email, phone, subject, message }: Received,
  recipient: string,
  template: Template,
  notes: readonly string[] = [],
): Email => ({
  ...visitorEmail({ email: recipient, name: '' }, template, { subject }, [
    ...notes,
    {
      facts: [
        { label: 'From', value: full_name },
        { label: 'Email', value: email },
        { label: 'Phone', value: phone },
        { label: 'Subject', value: subject },
      ],
    },
    { text: 'It says:', quote: excerptOf(message, quotedMax) },
    {
      text: 'Answer it there, so that your colleagues see what you wrote. An answer from your mail program goes to the visitor alone.',
      label: 'Open the message',
      url: `${siteUrlOf(config)}/dashboard/messages/${id}`,
      isMain: true,
    },
  ]),
  reply_to: email,
})

export const newMessageExample: VisitorEmailExample = (context, { email }, template) =>
  staffEmail(context, 1, exampleMessage, email, template)

const exampleMessage: Received = {
  full_name: 'Aline Uwase',
  email: 'aline@example.com',
  phone: '+250 788 000 000',
  subject: 'Two developers',
  message: 'We look for two developers from April on.',
}
