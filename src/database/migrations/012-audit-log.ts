import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** What staff did, and who tried to sign in. No foreign key: a line outlives the user that it names. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('audit_log'))
    .addColumn('action', 'text', required)
    .addColumn('actor_id', 'integer')
    .addColumn('actor_name', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('target_id', 'text')
    .addColumn('details', 'text', required)
    .addColumn('client_ip', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  await schema
    .createIndex('audit_log_created_at')
    .on('audit_log')
    .columns(['created_at', 'id'])
    .execute()
}
