import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'

/** The version of each tag that the CDN in front has been told of. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  await database.schema
    .alterTable('cache_versions')
    .addColumn('purged_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
