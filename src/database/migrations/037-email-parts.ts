import type { Kysely } from 'kysely'

/** What an email is made of, for its HTML. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('outbox')
    .addColumn('parts', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
