import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Uploaded images and their encoded files. */
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
  // Without the index, the foreign key check scans the whole table for each deleted file.
  await database.schema
    .createIndex('image_files_file')
    .on('image_files')
    .column('file_id')
    .execute()
}
