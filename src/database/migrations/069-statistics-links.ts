import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The links by which strangers see chosen statistics. The counts of before 050 go: nothing reads them any more. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time, day } = columnsOf(engine)
  await id(database.schema.createTable('statistics_links'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('sections', 'text', required)
    .addColumn('from_day', day, required)
    .addColumn('to_day', day, required)
    .addColumn('ends_day', day, required)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('revoked_at', time)
    .execute()
  await database.schema.dropTable('visit_counts').execute()
}
