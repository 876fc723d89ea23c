import type { Kysely } from 'kysely'

/** The comments of an article by name: without it, all of them would be read and sorted for each page. */
export const up = (database: Kysely<unknown>) =>
  database.schema
    .createIndex('comments_article_name')
    .on('comments')
    .columns(['article_id', 'name_key', 'id', 'status'])
    .execute()
