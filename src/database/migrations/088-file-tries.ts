import type { Kysely } from 'kysely'

/** How often the clean-up could not seal or remove a file, and when it tries again. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('files')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema.alterTable('files').addColumn('next_try_at', 'text').execute()
}
