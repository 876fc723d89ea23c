import type { Kysely } from 'kysely'

/** What staff should know before they open a stored file. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('files')
    .addColumn('warnings', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
