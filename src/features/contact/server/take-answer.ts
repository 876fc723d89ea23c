import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordEdit } from '#database/edits.ts'
import { lockRow } from '#database/lock-row.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import type { IncomingEmail } from '#platform/mail/mailbox-reader.ts'
import { readMessageIds } from '#platform/mail/message-id.ts'
import { isReport } from '#platform/mail/reports.ts'
import { wordsOfAnswer } from '#platform/text/answer-words.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { Contact } from '../message-schemas.ts'
import { readAnswer } from './answer-text.ts'
import { findContact, rememberContact } from './queries.ts'

/** More in one thread is no conversation; it stays in the mailbox. */
const answersMax = 100
const attachmentsMax = 20

/**
 * Takes an email that answers one of our replies to a message: it stands in the thread, once, and the message is unread
 * again. What a program has answered, such as that somebody is away, is marked and changes nothing.
 * @returns whether it was such an answer
 */
export async function takeAnswer(services: Services, email: IncomingEmail) {
  if (isReport(email)) return false
  const headerOf = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value.toLowerCase())
  // The latest email of a thread stands last in its references, and our confirmation of the message first.
  const emailIds = [
    ...readMessageIds(services, headerOf('in-reply-to').join(' ')),
    ...readMessageIds(services, headerOf('references').join(' ')).reverse(),
  ]
  if (emailIds.length === 0) return false
  const isAutomatic =
    headerOf('auto-submitted').some((value) => !value.startsWith('no')) ||
    headerOf('precedence').some((value) => /^(bulk|junk|list|auto_reply)/.test(value)) ||
    headerOf('x-autoreply').length + headerOf('x-autorespond').length > 0
  // Anybody may write that a check was passed, but nobody that theirs has failed. DMARC is the one of the address in From.
  const isDoubtful = headerOf('authentication-results').some((value) =>
    /\bdmarc=fail\b/.test(value),
  )
  // Before the transaction, which nothing slow may hold up.
  const answer = { email, isAutomatic, isDoubtful, read: readAnswer(email) }
  const isTaken = await services.database
    .transaction()
    .execute((transaction) => storeAnswer(services, transaction, emailIds, answer))
  if (isTaken) services.tagVersions.invalidate(['Contact'])
  return isTaken
}

type ReceivedAnswer = {
  email: IncomingEmail
  isAutomatic: boolean
  isDoubtful: boolean
  read: ReturnType<typeof readAnswer>
}

async function storeAnswer(
  { now }: Services,
  transaction: Transaction<Tables>,
  emailIds: readonly number[],
  { email, isAutomatic, isDoubtful, read: { text, quoted, isCut } }: ReceivedAnswer,
) {
  const replies = await transaction
    .selectFrom('contact_replies')
    .select(['message_id', 'email_id'])
    .where('email_id', 'in', emailIds)
    .execute()
  const latest = emailIds.find((id) => replies.some(({ email_id }) => email_id === id))
  const reply = replies.find(({ email_id }) => email_id === latest)
  if (!reply || !(await lockRow(transaction, 'contact_messages', reply.message_id))) return false
  const message = await findContact(transaction, reply.message_id)
  const { count } = await transaction
    .selectFrom('contact_answers')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('message_id', '=', reply.message_id)
    .executeTakeFirstOrThrow()
  if (!message || count >= answersMax) return false
  const at = now().toISOString()
  const names = email.attachments.map(({ filename, mimeType }) => filename || mimeType)
  const stored = await transaction
    .insertInto('contact_answers')
    .values({
      message_id: message.id,
      received_key: keyOf(email),
      ...senderOf(email, message),
      text,
      quoted,
      attachments: JSON.stringify(names.slice(0, attachmentsMax).map((name) => name.slice(0, 100))),
      is_automatic: isAutomatic ? 1 : 0,
      is_cut: email.isCut || isCut ? 1 : 0,
      is_doubtful: isDoubtful ? 1 : 0,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('received_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored && !isAutomatic) await reopenForAnswer(transaction, message, text, now())
  return true
}

/** Stands for an email: the same one each time that it is read. */
const keyOf = ({ messageId, date, from, text }: IncomingEmail) =>
  createHash('sha256')
    .update(messageId ?? JSON.stringify([date, from?.address, text]))
    .digest('base64url')

/** Who has written; empty for who wrote the message. */
function senderOf({ from }: IncomingEmail, { email }: Contact) {
  const sender = from?.address ?? ''
  const email_key = emailKeyOf(sender)
  return !sender || email_key === emailKeyOf(email)
    ? { email: '', email_key: '' }
    : { email: sender.slice(0, 254), email_key }
}

/** Makes a message unread and open again, as a new version: a colleague who is replying has not read it yet. */
async function reopenForAnswer(
  transaction: Transaction<Tables>,
  message: Contact,
  text: string,
  now: Date,
) {
  const { id, status, updated_at, full_name } = message
  const version = nextVersion(updated_at, now)
  await transaction
    .updateTable('contact_messages')
    .set({
      read_at: null,
      updated_at: version,
      status: status === 'RESOLVED' ? 'IN_PROGRESS' : status,
      search_text: sql`search_text || ${wordsOfAnswer(text)}`,
    })
    .where('id', '=', id)
    .execute()
  await recordEdit(transaction, 'contact_messages', id, {
    version,
    by: { id: null, name: full_name },
    before: rememberContact(message),
    fields: ['answer', ...(status === 'RESOLVED' ? ['status'] : [])],
  })
}
