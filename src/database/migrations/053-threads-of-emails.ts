import type { Kysely } from 'kysely'

/**
 * Whom an answer to an email goes to, the thread and the mailing list that it belongs to, and the thread of a message.
 */
export async function up(database: Kysely<unknown>) {
  for (const column of ['reply_to', 'thread_refs', 'list_key']) {
    await database.schema
      .alterTable('outbox')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await database.schema
    .alterTable('contact_messages')
    .addColumn('thread_refs', 'text', (text) => text.notNull().defaultTo(''))
    .execute()
}
