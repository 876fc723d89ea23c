import type { Kysely } from 'kysely'
import { type Engine, required } from '../columns.ts'

/** The number of writes to each tag, so that every process can invalidate its cache. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  await database.schema
    .createTable('cache_versions')
    .addColumn('tag', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .execute()
}
