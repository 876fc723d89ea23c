import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { batchAudited, deleteAudited } from '#platform/security/audit-log.ts'
import { isRepeatedText } from '#platform/security/spam-check.ts'
import { batchOutcome } from '#platform/text/batch.ts'
import { type ContactStatus, contactContract } from '../contract.ts'
import {
  deleteContacts,
  findContact,
  findContacts,
  insertContact,
  updateContacts,
} from './queries.ts'
import { looksLikeSpam } from './spam.ts'

const procedures = implementContract(contactContract)

/** The status that an action of a batch sets. */
const statusOf: Record<string, ContactStatus> = {
  mark_new: 'NEW',
  mark_in_progress: 'IN_PROGRESS',
  mark_resolved: 'RESOLVED',
  mark_spam: 'SPAM',
}

export const contactHandlers = procedures.router({
  send: procedures.send.handler(async ({ input, context }) => {
    const isSpam = await looksLikeSpam(context, input)
    const now = context.now()
    await context.database.transaction().execute(async (transaction) => {
      const isRepeated = await isRepeatedText(transaction, 'contact', input.message, now)
      const status = isSpam || isRepeated ? 'SPAM' : 'NEW'
      await insertContact(transaction, input, status, now.toISOString())
    })
    return { detail: 'Your Query was sent successfuly' }
  }),

  list: procedures.list.handler(({ input, context }) =>
    findContacts(context.database, input, input),
  ),

  get: procedures.get.handler(({ input, context }) => getContact(context.database, input.id)),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const deleted = await deleteAudited(context, 'message', input.id, async (transaction) => {
      const [id] = await deleteContacts(transaction, [input.id])
      return id
    })
    if (deleted === undefined) throw notFound('This message')
  }),

  changeStatus: procedures.changeStatus.handler(async ({ input, context }) => {
    const { id, status } = input
    await updateContacts(context.database, [id], { status }, context.now().toISOString())
    return getContact(context.database, id)
  }),

  changeRead: procedures.changeRead.handler(async ({ input, context }) => {
    const now = context.now().toISOString()
    const read_at = input.is_read ? now : null
    await updateContacts(context.database, [input.id], { read_at }, now)
    return getContact(context.database, input.id)
  }),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const { contact_ids, action } = input
    const now = context.now().toISOString()
    const status = statusOf[action]
    const change = status ? { status } : { read_at: action === 'mark_read' ? now : null }
    const done = await batchAudited(context, 'message', action, (transaction) =>
      action === 'delete'
        ? deleteContacts(transaction, contact_ids)
        : updateContacts(transaction, contact_ids, change, now),
    )
    return batchOutcome(contact_ids, done, 'This message')
  }),
})

async function getContact(database: Database, id: number) {
  const contact = await findContact(database, id)
  if (!contact) throw notFound('This message')
  return contact
}
