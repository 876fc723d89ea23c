import type { Kysely } from 'kysely'
import { type Engine, required } from '../columns.ts'

/** How often what a tag stands for was written, so that every process hears of it. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  await database.schema
    .createTable('cache_versions')
    .addColumn('tag', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .execute()
}
