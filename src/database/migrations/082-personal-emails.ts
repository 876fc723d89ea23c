import type { Kysely } from 'kysely'

/** Whether somebody has written an email by hand: programs that answer for people are to answer no other. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('outbox')
    .addColumn('is_personal', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
