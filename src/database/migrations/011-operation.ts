import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'

/** The claim of the process that is sending an email. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  await database.schema.alterTable('outbox').addColumn('claim', 'text').execute()
}
