import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Articles, their tags and comments. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time, day } = columnsOf(engine)
  const schema = database.schema

  await id(schema.createTable('articles'))
    .addColumn('title', 'text', required)
    .addColumn('title_key', 'text', required)
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('banner', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('author', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('done_at', day)
    .addColumn('search_text', 'text', required)
    .addColumn('published_at', time)
    .addColumn('archived_at', time)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('articles_published_at')
    .on('articles')
    .columns(['published_at', 'id'])
    .execute()
  await schema
    .createIndex('articles_category')
    .on('articles')
    .columns(['category', 'published_at', 'id'])
    .execute()

  await id(schema.createTable('tags'))
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .execute()
  await schema
    .createTable('article_tags')
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('articles.id').onDelete('cascade'),
    )
    .addColumn('tag_id', 'integer', (column) =>
      column.notNull().references('tags.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('article_tags_key', ['article_id', 'tag_id'])
    .execute()
  await schema.createIndex('article_tags_tag').on('article_tags').column('tag_id').execute()

  await id(schema.createTable('comments'))
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('articles.id').onDelete('cascade'),
    )
    .addColumn('parent_id', 'integer', (column) =>
      column.references('comments.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('held_at', time)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('comments_article')
    .on('comments')
    .columns(['article_id', 'created_at', 'id'])
    .execute()
  await schema.createIndex('comments_parent').on('comments').columns(['parent_id', 'id']).execute()
  await schema
    .createIndex('comments_created_at')
    .on('comments')
    .columns(['created_at', 'id'])
    .execute()
}
