import type { Kysely } from 'kysely'
import { columnsOf, type Engine } from '../columns.ts'

/** What those registered are told of a changed event, and who of staff gets the digest of the week. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  await database.schema
    .alterTable('events')
    .addColumn('change_message', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await database.schema.alterTable('users').addColumn('digest_since', time).execute()
  await database.schema
    .alterTable('users')
    .addColumn('digest_on', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
