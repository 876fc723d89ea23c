import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'
import { trackImages } from '../image-triggers.ts'

/** What staff delete is kept for a while, and pictures tell who uses them. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('trash'))
    .addColumn('kind', 'text', required)
    .addColumn('row_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('snapshot', 'text', required)
    .addColumn('dependents', 'integer', required)
    .addColumn('by_user_id', 'integer', required)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on('trash').columns(columns).execute()
  await index('trash_created_at', ['created_at', 'id'])
  await index('trash_kind', ['kind', 'row_id'])
  await index('trash_by', ['by_user_id', 'by_name'])
  await schema
    .createTable('trash_files')
    .addColumn('trash_id', 'integer', (column) =>
      column.notNull().references('trash.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addPrimaryKeyConstraint('trash_files_key', ['trash_id', 'file_id'])
    .execute()
  await schema.createIndex('trash_files_file').on('trash_files').column('file_id').execute()

  for (const column of ['alt', 'file_name', 'by_name', 'search_text']) {
    await schema
      .alterTable('images')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await schema
    .alterTable('images')
    .addColumn('size_bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('images')
    .addColumn('updated_at', time, (column) =>
      column.notNull().defaultTo('2026-01-01T00:00:00.000Z'),
    )
    .execute()
  const ofFiles = (value: string, where: string) =>
    sql.raw(`coalesce((
      select ${value} from image_files join files on files.id = image_files.file_id
      where image_files.image_id = images.id and variant like '${where}'
    )`)
  await sql`update images set updated_at = created_at,
    file_name = ${ofFiles('max(files.name)', 'preview.jpg')}, ''),
    search_text = lower(${ofFiles('max(files.name)', 'preview.jpg')}, '')),
    size_bytes = ${ofFiles('max(files.size_bytes)', '%.avif')}, 0)`.execute(database)
  await schema.createIndex('images_created_at').on('images').columns(['created_at', 'id']).execute()

  await schema
    .createTable('image_redirects')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('image_id', 'integer', (column) =>
      column.notNull().references('images.id').onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('image_redirects_image')
    .on('image_redirects')
    .column('image_id')
    .execute()

  await schema
    .createTable('image_uses')
    .addColumn('name', 'text', required)
    .addColumn('table_name', 'text', required)
    .addColumn('row_id', 'text', required)
    .addColumn('column_name', 'text', required)
    .addPrimaryKeyConstraint('image_uses_key', ['name', 'table_name', 'row_id', 'column_name'])
    .execute()
  await schema
    .createIndex('image_uses_row')
    .on('image_uses')
    .columns(['table_name', 'row_id'])
    .execute()
  await id(schema.createTable('image_changes'))
    .addColumn('table_name', 'text', required)
    .addColumn('row_id', 'text', required)
    .execute()
  for (const [table, column] of [
    ['articles', 'banner'],
    ['articles', 'content'],
    ['article_drafts', 'fields'],
    ['article_revisions', 'fields'],
    ['events', 'image'],
    ['team_members', 'profile_picture'],
    ['tech_stacks', 'icon'],
    ['testimonials', 'profile_picture'],
    ['trash', 'snapshot'],
  ] as const) {
    await trackImages(
      database,
      engine,
      table,
      column,
      table === 'article_drafts' ? 'article_id' : 'id',
    )
  }
}
