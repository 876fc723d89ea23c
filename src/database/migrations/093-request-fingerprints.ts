import type { Kysely } from 'kysely'

/** Of what staff create: what the request said, so that its key is not used for another one. */
export async function up(database: Kysely<unknown>) {
  await database.schema.alterTable('audit_log').addColumn('request_fingerprint', 'text').execute()
}
