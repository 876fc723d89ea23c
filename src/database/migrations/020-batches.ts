import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/**
 * What batches have changed, row by row, so that they can be undone. No foreign key to the rows: a line outlives its
 * row.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('batches'))
    .addColumn('target', 'text', required)
    .addColumn('to_status', 'text', required)
    .addColumn('from_counts', 'text', required)
    .addColumn('changed', 'integer', required)
    .addColumn('undone', 'integer', required)
    .addColumn('by_user_id', 'integer', required)
    .addColumn('by_name', 'text', required)
    .addColumn('undone_by', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('batches_created_at')
    .on('batches')
    .columns(['created_at', 'id'])
    .execute()
  await schema
    .createTable('batch_changes')
    .addColumn('batch_id', 'integer', (column) =>
      column.notNull().references('batches.id').onDelete('cascade'),
    )
    .addColumn('row_id', 'integer', required)
    .addColumn('from_status', 'text', required)
    .addColumn('version', time, required)
    .addColumn('undone_at', time)
    .addPrimaryKeyConstraint('batch_changes_row', ['batch_id', 'row_id'])
    .execute()
}
