import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Filters of lists that staff saved under a name, and how the statuses of talents came about. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('saved_views'))
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('list', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('parameters', 'text', required)
    .addColumn('is_shared', 'integer', required)
    .addColumn('is_pinned', 'integer', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('saved_views_name')
    .on('saved_views')
    .columns(['user_id', 'list', 'name_key'])
    .unique()
    .execute()
  await schema.createIndex('saved_views_list').on('saved_views').columns(['list', 'id']).execute()

  await id(schema.createTable('talent_history'))
    .addColumn('talent_id', 'integer', (column) =>
      column.notNull().references('talents.id').onDelete('cascade'),
    )
    .addColumn('from_status', 'text')
    .addColumn('to_status', 'text', required)
    .addColumn('notes', 'text', required)
    .addColumn('by_user_id', 'integer', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  await schema
    .createIndex('talent_history_talent')
    .on('talent_history')
    .column('talent_id')
    .execute()
}
