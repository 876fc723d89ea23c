import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'
import { indexSearchText } from '../search-index.ts'

/** Whatever staff filter by, so that a list's ids are found without reading articles, which are long. */
const filtered = 'id, archived_at, published_at, category, author'

/** Indexes of the lists of articles, by their orders, and of the words in their search. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { schema } = database
  for (const name of [
    'articles_published_at',
    'articles_category',
    'articles_updated_at',
    'articles_title',
    'articles_status',
    'articles_category_updated_at',
  ]) {
    await schema.dropIndex(name).execute()
  }
  const visible = 'where archived_at is null'
  for (const index of [
    `articles_listed on articles (published_at, id, updated_at) ${visible}`,
    `articles_listed_category on articles (category, published_at, id) ${visible}`,
    `articles_done_at on articles (coalesce(published_at, created_at), ${filtered})`,
    `articles_published_at on articles (published_at, id, archived_at, category, author)`,
    `articles_updated_at on articles (updated_at, ${filtered})`,
    `articles_title on articles (title_key, ${filtered})`,
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
  await indexSearchText(database, engine, 'articles')
}
