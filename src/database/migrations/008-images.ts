import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Images that staff sent, and the files that each was made into. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('images'))
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('source', 'text', (column) => column.notNull().unique())
    .addColumn('wanted_at', time, required)
    .addColumn('created_at', time, required)
    .execute()
  await database.schema.createIndex('images_wanted_at').on('images').column('wanted_at').execute()
  await database.schema
    .createTable('image_files')
    .addColumn('image_id', 'integer', (column) =>
      column.notNull().references('images.id').onDelete('cascade'),
    )
    .addColumn('variant', 'text', required)
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addPrimaryKeyConstraint('image_files_key', ['image_id', 'variant'])
    .execute()
  // Without it each file that is removed would be looked for in all of them.
  await database.schema
    .createIndex('image_files_file')
    .on('image_files')
    .column('file_id')
    .execute()
}
