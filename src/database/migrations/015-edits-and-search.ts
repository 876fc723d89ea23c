import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Who changed which fields of a row, and the versions of certificates and subscribers. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('edits'))
    .addColumn('table_name', 'text', required)
    .addColumn('row_id', 'text', required)
    .addColumn('version', time, required)
    .addColumn('by_name', 'text', required)
    .addColumn('fields', 'text', required)
    .execute()
  await schema
    .createIndex('edits_row')
    .on('edits')
    .columns(['table_name', 'row_id', 'version'])
    .execute()
  await schema.createIndex('edits_version').on('edits').column('version').execute()

  for (const table of ['certificates', 'subscribers']) {
    await schema
      .alterTable(table)
      .addColumn('updated_at', time, (column) =>
        column.notNull().defaultTo('1970-01-01T00:00:00.000Z'),
      )
      .execute()
    await sql`update ${sql.table(table)} set updated_at = created_at`.execute(database)
  }
}
