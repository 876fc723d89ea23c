import { type Kysely, sql } from 'kysely'

/** Index of the parts of a large sitemap, so that its index of parts reads no more than this, in its order. */
export async function up(database: Kysely<unknown>) {
  await sql
    .raw(
      `create index articles_parts on articles (((id - 1) / 2000), published_at, updated_at)
        where archived_at is null`,
    )
    .execute(database)
}
