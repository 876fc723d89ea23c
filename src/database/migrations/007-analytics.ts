import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Visitors' events, counted by day and page; nothing is stored about the visitors themselves. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { day } = columnsOf(engine)
  await database.schema
    .createTable('visit_counts')
    .addColumn('event', 'text', required)
    .addColumn('day', day, required)
    .addColumn('path', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('count', 'bigint', required)
    .addColumn('seconds', 'bigint', required)
    .addPrimaryKeyConstraint('visit_counts_key', ['event', 'day', 'path', 'value'])
    .execute()
}
