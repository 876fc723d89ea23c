import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Which process sends an email, or cleans up; and what all processes must agree on. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { schema } = database
  await schema.alterTable('outbox').addColumn('claim', 'text').execute()
  await schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('ends_at', columnsOf(engine).time, required)
    .execute()
  await schema
    .createTable('system_values')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute()
}
