import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Emails to be sent, stored by the transaction that causes them. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('outbox'))
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', time)
    .addColumn('last_error', 'text', required)
    .addColumn('sent_at', time)
    .addColumn('created_at', time, required)
    .execute()
  await database.schema
    .createIndex('outbox_due')
    .on('outbox')
    .column('next_try_at')
    .where('next_try_at' as never, 'is not', null)
    .execute()
}
