import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexNewRows } from '#database/search-progress.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

/** More than are looked at one by one. */
const many = 20_100

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
  await createMany(await createArticle(app.services))
  await indexNewRows(app.services.database)
})
afterEach(() => app[Symbol.asyncDispose]())

/** One each second, all of which have a word, every third another one, and the first and the last a third one. */
async function createMany(article: number) {
  const second = sql`substr('0' || (i % 60), -2)`
  const minute = sql`substr('0' || (i / 60 % 60), -2)`
  const at = sql`'2026-03-02T0' || (i / 3600) || ':' || ${minute} || ':' || ${second} || '.000Z'`
  const postgresAt = sql`timestamptz '2026-03-02T00:00:00Z' + i * interval '1 second'`
  const words = sql`'reader common' || case when i % 3 = 0 then ' third' else '' end
    || case when i in (0, ${sql.lit(many - 1)}) then ' rarest' else '' end`
  const moment = app.services.config.databaseUrl ? postgresAt : at
  await sql`
    insert into comments (article_id, name, name_key, email, message, status, search_text, email_key,
      wave_key, created_at, updated_at)
    with recursive numbers (i) as (
      select 0 union all select i + 1 from numbers where i < ${sql.lit(many - 1)}
    )
    select ${sql.lit(article)}, 'Reader ' || i, 'reader ' || i, '', ${words}, 'APPROVED', ${words}, '',
      '', ${moment}, ${moment}
    from numbers`.execute(app.services.database)
}

const find = async (query: string) => {
  const { status, body } = await app.json(`/api/website/comments/?${query}`, { token })
  const names = body.results?.map((comment: { name: string }) => comment.name)
  return { status, names, total: body.total_items, has_more: body.has_more }
}

test('of so many comments a search finds the newest of those that have a word', async () => {
  const days = 'created_from=2026-03-01&created_to=2026-03-03'
  const newest = ['Reader 20099', 'Reader 20098']
  for (const filters of ['', `&${days}`, '&status=APPROVED', `&status=APPROVED&${days}`]) {
    const common = await find(`search=common&page_size=2${filters}`)
    expect(common).toEqual({ status: 200, names: newest, total: 1_000, has_more: true })
    const third = await find(`search=common third&page_size=2${filters}`)
    expect(third).toMatchObject({ names: ['Reader 20097', 'Reader 20094'], has_more: true })
    const rare = await find(`search=rarest${filters}`)
    expect(rare).toMatchObject({ names: ['Reader 20099', 'Reader 0'], total: 2, has_more: false })
  }
  expect(await find('search=rarest&created_to=2026-03-01')).toMatchObject({ names: [], total: 0 })
  expect(await find('search=co')).toMatchObject({ status: 400 })
})
