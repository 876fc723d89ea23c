import type { Transaction } from 'kysely'
import { type Database, untilSynced } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { messageIdOf } from '#platform/mail/message-id.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Contact } from '../message-schemas.ts'
import { findContact, rememberContact, updateContact } from './queries.ts'
import { replyEmail } from './reply-email.ts'

type ReplyInput = {
  id: number
  text: string
  status: 'IN_PROGRESS' | 'RESOLVED'
  expected_updated_at: string
}

/**
 * Stores a reply with its email: both, or neither. The message gets the status, and the author as its owner if it has
 * none; the author's draft has served its purpose. A reply that is sent again after a lost response is stored once.
 * @returns whether there is such a message
 * @throws 409 when the message has changed since the author read it, such as by a colleague's reply
 */
export async function sendReply(context: RequestContext, author: Viewer, input: ReplyInput) {
  try {
    return await storeReply(context, author, input)
  } catch (error) {
    if (await isSentAlready(context, author, input)) return true
    throw error
  }
}

/** Whether the author has sent the same reply since the version of the message that it answers. */
async function isSentAlready({ database }: RequestContext, author: Viewer, input: ReplyInput) {
  const sent = await database
    .selectFrom('contact_replies')
    .select('id')
    .where('message_id', '=', input.id)
    .where('author_id', '=', author.id)
    .where('text', '=', input.text)
    .where('created_at', '>', new Date(input.expected_updated_at).toISOString())
    .executeTakeFirst()
  if (!sent) return false
  await removeDraft(database, input.id, author)
  await untilSynced(database)
  return true
}

const removeDraft = (database: Database, messageId: number, author: Viewer) =>
  database
    .deleteFrom('contact_drafts')
    .where('message_id', '=', messageId)
    .where('user_id', '=', author.id)
    .execute()

function storeReply(context: RequestContext, author: Viewer, input: ReplyInput) {
  const { id, text, status, expected_updated_at: expected } = input
  return context.database.transaction().execute(async (transaction) => {
    const replied = await editRowWithin<Contact, ReplyChanges>(transaction, context, {
      table: 'contact_messages',
      id,
      expected,
      changes: ({ owner }) => ({ status, reply: text, ...(!owner && { owner: author }) }),
      find: () => findContact(transaction, id),
      remember: rememberContact,
      async write(_, after, version, before) {
        await updateContact(transaction, after, version, before)
        await insertReply(transaction, context, before, { text, author, version })
      },
    })
    if (!replied) return false
    const line = { action: 'created', target: 'reply to message', id } as const
    await writeAudit(transaction, context, line)
    return true
  })
}

type ReplyChanges = { status: Contact['status']; reply: string; owner?: Contact['owner'] }

async function insertReply(
  transaction: Transaction<Tables>,
  context: RequestContext,
  message: Contact,
  { text, author, version }: { text: string; author: Viewer; version: string },
) {
  const at = context.now().toISOString()
  const refs = await findThreadRefs(transaction, message.id)
  const outbox_id = await putInOutbox(transaction, replyEmail(message, text, author.name, refs), at)
  await addToThread(transaction, context, message.id, outbox_id, refs)
  await transaction
    .insertInto('contact_replies')
    .values({
      message_id: message.id,
      author_id: author.id,
      author_name: author.name,
      text,
      outbox_id,
      email_id: outbox_id,
      sent_at: null,
      // Later than the version that it answers, also within the same millisecond.
      created_at: version,
    })
    .execute()
  await transaction
    .updateTable('contact_messages')
    .set({ answered_at: at })
    .where('id', '=', message.id)
    .where('answered_at', 'is', null)
    .execute()
  await removeDraft(transaction, message.id, author)
}

/** Mail programs need the first email of a thread and the latest ones. */
const refsMax = 20

/** The Message-IDs of our emails about a message, with spaces between. The message is locked. */
async function findThreadRefs(transaction: Transaction<Tables>, id: number) {
  const row = await transaction
    .selectFrom('contact_messages')
    .select('thread_refs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.thread_refs
}

/** Notes that an email of the outbox is the latest of the thread. */
async function addToThread(
  transaction: Transaction<Tables>,
  signer: Parameters<typeof messageIdOf>[0],
  id: number,
  outboxId: number,
  refs: string,
) {
  const [first = '', ...rest] = [...refs.split(' '), messageIdOf(signer, outboxId)].filter(Boolean)
  await transaction
    .updateTable('contact_messages')
    .set({ thread_refs: [first, ...rest.slice(1 - refsMax)].join(' ') })
    .where('id', '=', id)
    .execute()
}
