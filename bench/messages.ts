import { sql } from 'kysely'
import { indexNewRows } from '#database/search-progress.ts'
import type { Site } from './site.ts'

const batchSize = 50_000
const dayS = 24 * 60 * 60

/** Fills a site with messages of two years: most are resolved, a seventh is somebody's. */
export async function generateMessages({ engine, services }: Site, count: number) {
  const { database } = services
  const firstS = Math.floor(services.now().getTime() / 1000) - 730 * dayS
  const second = sql`(${sql.lit(firstS)} + i * ${sql.lit(Math.floor((729 * dayS) / count))})`
  const at =
    engine === 'postgres'
      ? sql`to_timestamp(${second})`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${second}, 'unixepoch')`
  const { owner } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.min<number>('id').as('owner'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += batchSize) {
    const last = Math.min(from + batchSize, count) - 1
    await sql`
      insert into contact_messages (full_name, email, phone, subject, message, status, read_at, owner_id,
        name_key, email_key, search_text, created_at, updated_at)
      with recursive numbers (i) as (
        select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(last)}
      )
      select 'Writer ' || i, 'w' || i || '@example.rw', '0788000000', 'A question', 'When does it start in Huye?',
        case when i % 20 = 0 then 'NEW' when i % 20 = 1 then 'IN_PROGRESS' when i % 20 < 4 then 'SPAM' else 'RESOLVED' end,
        case when i % 3 > 0 then ${at} end, case when i % 7 = 0 then ${sql.lit(owner)} end,
        'writer ' || i, 'w' || i || '@example.rw',
        'writer ' || i || ' w' || i || '@example.rw a question when does it start in huye', ${at}, ${at}
      from numbers`.execute(database)
  }
  if (engine === 'postgres') await sql`vacuum analyze contact_messages`.execute(database)
  await indexNewRows(database)
}
