import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Who has which row open to edit it. */
export async function up({ schema }: Kysely<unknown>, engine: Engine) {
  await schema
    .createTable('presence')
    .addColumn('kind', 'text', required)
    .addColumn('row_id', 'integer', required)
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('present_until', columnsOf(engine).time, required)
    .addPrimaryKeyConstraint('presence_key', ['kind', 'row_id', 'user_id'])
    .execute()
  await schema.createIndex('presence_user').on('presence').column('user_id').execute()
}
