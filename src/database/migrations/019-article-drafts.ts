import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Drafts and revisions of articles, and the slugs under which articles were published. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await schema
    .createTable('article_drafts')
    .addColumn('article_id', 'integer', (column) =>
      column.primaryKey().references('articles.id').onDelete('cascade'),
    )
    .addColumn('fields', 'text', required)
    .addColumn('updated_at', time, required)
    .execute()

  await id(schema.createTable('article_revisions'))
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('articles.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('fields', 'text', required)
    .addColumn('by_user_id', 'integer', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('saved_at', time, required)
    .execute()
  await schema
    .createIndex('article_revisions_article')
    .on('article_revisions')
    .columns(['article_id', 'id'])
    .execute()

  await schema
    .createTable('article_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('articles.id').onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('article_slugs_article')
    .on('article_slugs')
    .column('article_id')
    .execute()
  await sql`
    insert into article_slugs (slug, article_id)
    select slug, id from articles where published_at is not null
  `.execute(database)

  // For the dashboard's list, by what it is filtered and sorted.
  for (const [name, columns] of Object.entries({
    articles_updated_at: ['updated_at', 'id'],
    articles_title: ['title_key', 'id'],
    articles_status: ['archived_at', 'published_at', 'updated_at', 'id'],
    articles_category_updated_at: ['category', 'updated_at', 'id'],
    articles_author: ['author', 'updated_at', 'id'],
  })) {
    await schema.createIndex(name).on('articles').columns(columns).execute()
  }
}
