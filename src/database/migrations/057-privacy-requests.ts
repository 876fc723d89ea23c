import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The links by which people get at their own data, and what they ask of staff by them. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('privacy_links'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('used_at', time)
    .addColumn('created_at', time, required)
    .execute()
  await id(database.schema.createTable('privacy_requests'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('reasons', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
}
