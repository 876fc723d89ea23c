import { type Kysely, sql } from 'kysely'

/** Of what staff create: the Idempotency-Key of the request, which is sent again after a lost response. */
export async function up(database: Kysely<unknown>) {
  await database.schema.alterTable('audit_log').addColumn('request_key', 'text').execute()
  await database.schema
    .createIndex('audit_log_request_key')
    .on('audit_log')
    .columns(['request_key', 'actor_id', 'target'])
    .unique()
    .where(sql.ref('request_key'), 'is not', null)
    .execute()
}
