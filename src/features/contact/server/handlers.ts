import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
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
    const deleted = await deleteContacts(context.database, [input.id])
    if (deleted.length === 0) throw notFound('This message')
    context.log.info(
      { audit: 'delete', userId: requireViewer(context).id, id: input.id },
      'contact message deleted',
    )
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
    let done: number[]
    if (action === 'delete') {
      done = await deleteContacts(context.database, contact_ids)
      context.log.info(
        { audit: 'delete', userId: requireViewer(context).id, ids: done },
        'contact messages deleted',
      )
    } else if (status) {
      done = await updateContacts(context.database, contact_ids, { status }, now)
    } else {
      const read_at = action === 'mark_read' ? now : null
      done = await updateContacts(context.database, contact_ids, { read_at }, now)
    }
    return batchOutcome(contact_ids, done, 'This message')
  }),
})

async function getContact(database: Database, id: number) {
  const contact = await findContact(database, id)
  if (!contact) throw notFound('This message')
  return contact
}
