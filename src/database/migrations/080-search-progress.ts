import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'
import { indexLater } from '../search-progress.ts'

/** New rows are added to these indexes later, many at once. PostgreSQL does so by itself. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  if (engine === 'postgres') return
  await database.schema
    .createTable('search_progress')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('indexed_to', 'integer', (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute()
  for (const table of ['applications', 'comments', 'contact_messages'] as const) {
    await indexLater(database, table)
  }
}
