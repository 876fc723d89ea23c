import type { Kysely } from 'kysely'

/** How often the upkeep could not seal or remove a file, and when it tries again. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('files')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema.alterTable('files').addColumn('retry_at', 'text').execute()
}
