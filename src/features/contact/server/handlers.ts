import type { Database } from '#database/open.ts'
import { editRow, editRows, type RowEdit } from '#platform/http/edit-row.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { batchAudited, deleteAudited } from '#platform/security/audit-log.ts'
import { isRepeatedText } from '#platform/security/spam-check.ts'
import { batchOutcome } from '#platform/text/batch.ts'
import { type Contact, contactContract } from '../contract.ts'
import {
  deleteContacts,
  findContact,
  findContacts,
  insertContact,
  updateContact,
} from './queries.ts'
import { looksLikeSpam } from './spam.ts'

const procedures = implementContract(contactContract)

/** The actions of a batch that change a field. */
const changesOf = {
  mark_read: { is_read: true },
  mark_unread: { is_read: false },
  mark_new: { status: 'NEW' },
  mark_in_progress: { status: 'IN_PROGRESS' },
  mark_resolved: { status: 'RESOLVED' },
  mark_spam: { status: 'SPAM' },
} as const

const contactEdit = (id: number) =>
  ({
    ...{ table: 'contact_messages', id },
    find: (transaction) => findContact(transaction, id),
    write: updateContact,
  }) satisfies Omit<RowEdit<Contact, Partial<Contact>>, 'changes'>

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

  changeStatus: procedures.changeStatus.handler(({ input, context }) => {
    const { id, status, expected_updated_at: expected } = input
    return editRow(context, 'This message', { ...contactEdit(id), expected, changes: { status } })
  }),

  changeRead: procedures.changeRead.handler(({ input: { id, is_read }, context }) =>
    editRow(context, 'This message', { ...contactEdit(id), changes: { is_read } }),
  ),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const { contact_ids, action } = input
    const done = await batchAudited(context, 'message', action, (transaction) =>
      action === 'delete'
        ? deleteContacts(transaction, contact_ids)
        : editRows(transaction, context, contact_ids, (id) => ({
            ...contactEdit(id),
            changes: changesOf[action],
          })),
    )
    return batchOutcome(contact_ids, done, 'This message')
  }),
})

async function getContact(database: Database, id: number) {
  const contact = await findContact(database, id)
  if (!contact) throw notFound('This message')
  return contact
}
