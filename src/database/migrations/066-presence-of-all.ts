import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Rows that are known by a name, such as the sections of the settings, are edited by several people as well. */
export async function up({ schema }: Kysely<unknown>, engine: Engine) {
  // What it holds lasts for seconds.
  await schema.dropTable('presence').execute()
  await schema
    .createTable('presence')
    .addColumn('kind', 'text', required)
    .addColumn('row_id', 'text', required)
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('present_until', columnsOf(engine).time, required)
    .addPrimaryKeyConstraint('presence_key', ['kind', 'row_id', 'user_id'])
    .execute()
  await schema.createIndex('presence_user').on('presence').column('user_id').execute()
}
