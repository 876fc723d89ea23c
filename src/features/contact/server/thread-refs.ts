import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { messageIdOf } from '#platform/mail/message-id.ts'

/** Mail programs need the first email of a thread and the latest ones. */
const refsMax = 20

/** The Message-IDs of our emails about a message, with spaces between. The message is locked. */
export async function findThreadRefs(transaction: Transaction<Tables>, id: number) {
  const row = await transaction
    .selectFrom('contact_messages')
    .select('thread_refs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.thread_refs
}

/** Notes that an email of the outbox is the latest of the thread. */
export async function addToThread(
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
