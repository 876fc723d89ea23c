import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'
import { trackImages } from '../image-triggers.ts'

/** What administrators set, by section, and what each section said before; and who is invited but was never here. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await schema
    .createTable('settings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('revision_id', 'integer')
    .addColumn('by_name', 'text', required)
    .addColumn('updated_at', time, required)
    .execute()

  await id(schema.createTable('setting_revisions'))
    .addColumn('section', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  await schema.alterTable('users').addColumn('invited_at', time).execute()

  await schema
    .createIndex('setting_revisions_section')
    .on('setting_revisions')
    .columns(['section', 'id'])
    .execute()
  await trackImages(database, engine, 'setting_revisions', 'value')
}
