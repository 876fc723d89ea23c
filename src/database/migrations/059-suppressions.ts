import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The addresses that are not written to any more, and what has become of emails after they were sent. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('suppressions'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('reason', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('lifted_at', time)
    .execute()
  for (const name of ['withheld', 'bounce', 'bounce_detail']) {
    await database.schema
      .alterTable('outbox')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
  await database.schema.alterTable('outbox').addColumn('bounced_at', time).execute()
  await database.schema
    .alterTable('outbox')
    .addColumn('is_requested', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema.createIndex('outbox_recipient').on('outbox').column('recipient').execute()
}
