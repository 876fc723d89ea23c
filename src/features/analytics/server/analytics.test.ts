import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allProcedures } from '#api/all-procedures.ts'
import { createArticle } from '#seed/factories/news.ts'
import { browser, startVisitedApp } from '#testing/visits.ts'
import { removeOldVisits, startCounting, writeCounts } from './counts.ts'
import { countVisitor, writeVisitors } from './visitors.ts'

const { app, tell, view, report, rowsOf } = await startVisitedApp()
const visitorsOf = async (day: string) =>
  (await rowsOf('visitor_days')).find((row) => 'day' in row && row.day === day)
const stored = async () => [
  ...(await rowsOf('visit_totals')),
  ...(await rowsOf('visit_values')),
  ...(await rowsOf('visitor_days')),
]

test('events are counted by page and day, without any data about visitors', async () => {
  await createArticle(app.services, { title: 'Kigali codes' })
  await view('/')
  const { status, body } = await tell(
    {
      path: '/',
      events: [
        { name: 'page_view' },
        { name: 'click', value: 'Hire with Us' },
        { name: 'Watch Video' },
        { name: 'scroll_depth', value: 25 },
        { name: 'time_on_page', value: 30 },
        { name: 'total_time', value: 41 },
      ],
    },
    { clientIp: '203.0.113.7' },
  )
  expect([status, body]).toEqual([204, ''])
  await view('/insights/kigali-codes/')
  expect(await report()).toMatchObject({
    from: '2026-02-01',
    to: '2026-03-02',
    page_views: 3,
    clicks: 1,
    video_plays: 1,
    seconds_per_view: 14,
    pages: [
      { path: '/', title: 'Home', page_views: 2, seconds_per_view: 21 },
      { path: '/insights/kigali-codes', title: 'Kigali codes', page_views: 1, seconds_per_view: 0 },
    ],
    clicked: [{ label: 'Hire with Us', path: '/', title: 'Home', count: 1 }],
  })
  const { scroll_depth, time_on_page } = await report()
  expect(
    scroll_depth.map(({ percent, count }: Record<string, number>) => [percent, count]),
  ).toEqual([
    [25, 1],
    [50, 0],
    [75, 0],
    [90, 0],
    [100, 0],
  ])
  expect(time_on_page[0]).toEqual({ seconds: 30, count: 1 })
  const text = JSON.stringify(await stored())
  expect(text).not.toMatch(/203\.0\.113|Mozilla|Android/)
})

test('visitors who opt out of tracking and bots are not counted', async () => {
  const statuses = [
    await view('/', { headers: { dnt: '1' } }),
    await view('/', { headers: { 'sec-gpc': '1' } }),
    await view('/', { headers: { 'user-agent': 'Googlebot/2.1' } }),
    await view('/', { headers: { 'user-agent': '' } }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([204, 204, 204, 204])
  expect(await report()).toMatchObject({ page_views: 0 })
})

test('counts that memory has no room for are merged, not lost', async () => {
  app.setNow('2026-06-02T08:00:00Z')
  await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      tell({
        path: '/',
        events: Array.from({ length: 50 }, (_, at) => ({
          name: 'click',
          value: `Invented ${index}.${at}`,
        })),
      }),
    ),
  )
  expect(await report()).toMatchObject({ clicks: 6_000 })
})

test('visitors are counted once a day, in processes that do not know of each other', async () => {
  app.setNow('2026-08-02T08:00:00Z')
  const { database } = app.services
  await view('/')
  await view('/services')
  await view('/', { clientIp: '203.0.113.9' })
  expect((await report()).days.at(-1)).toMatchObject({ page_views: 3, visitors: 2 })

  // Another process has the same salt, and its own sketch.
  const before = await visitorsOf('2026-08-02')
  const other = database.withoutPlugins()
  await countVisitor(other, '2026-08-02', `203.0.113.9 ${browser}`)
  await countVisitor(other, '2026-08-02', `203.0.113.10 ${browser}`)
  await writeVisitors(other)
  expect(await visitorsOf('2026-08-02')).toMatchObject({ salt: before?.salt, visitors: 3 })
  await view('/', { clientIp: '203.0.113.11' })
  expect(await report()).toMatchObject({
    days: expect.arrayContaining([{ day: '2026-08-02', page_views: 4, visitors: 4 }]),
  })
  expect(JSON.stringify(await stored())).not.toMatch(/203\.0\.113/)
})

test('visits that cannot be written are written with the next ones, each once', async () => {
  app.setNow('2026-08-20T08:00:00Z')
  const { database } = app.services
  await view('/')
  await sql`alter table visit_values rename to away`.execute(database)
  await expect(writeCounts(app.services)).rejects.toThrow('visit_values')
  await sql`alter table away rename to visit_values`.execute(database)
  await view('/')
  await writeCounts(app.services)
  expect((await report()).days.at(-1)).toMatchObject({ day: '2026-08-20', page_views: 2 })
})

test("a day's salt dies with the first visit of the next day, and its sketch a day later", async () => {
  app.setNow('2026-09-02T08:00:00Z')
  await view('/')
  await writeCounts(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({ salt: expect.stringMatching(/.{44}/) })
  app.setNow('2026-09-02T22:00:00Z')
  await view('/')
  await writeCounts(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({
    salt: '',
    registers: expect.stringMatching(/.{5000}/),
  })
  expect(await visitorsOf('2026-09-03')).toMatchObject({ salt: expect.stringMatching(/.{44}/) })
  app.setNow('2026-09-04T08:00:00Z')
  await removeOldVisits(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({ salt: '', registers: '', visitors: 1 })
  expect(await visitorsOf('2026-09-03')).toMatchObject({ salt: '' })
})

test('one invalid event refuses the whole request, and all invalid fields are named', async () => {
  const wrong = [
    [{}, ['path', 'events']],
    [{ path: '/', events: [] }, ['events']],
    [{ path: 'x'.repeat(301), events: [{ name: 'page_view' }] }, ['path']],
    [{ path: '/', events: [{ name: 'page_view', value: 1 }] }, ['events']],
    [{ path: '/', events: [{ name: 'scroll_depth', value: 33 }] }, ['events']],
    [{ path: '/', events: [{ name: 'page_view' }, { name: 'total_time', value: -5 }] }, ['events']],
    [{ path: '/', events: Array(51).fill({ name: 'page_view' }) }, ['events']],
    [{ path: '/', events: [{ name: 'page_view' }], email: 'aline@example.rw' }, ['email']],
  ] as const
  for (const [json, fields] of wrong) {
    const { status, body } = await tell(json)
    expect([status, Object.keys(body)]).toEqual([400, fields])
  }
  expect(await report()).toMatchObject({ page_views: 0 })
})

test('events are buffered in memory and written in one go', async () => {
  const { database } = app.services
  const rows = async () =>
    (
      await sql<{
        n: number
      }>`select (select count(*) from visit_totals) + (select count(*) from limits) as n`.execute(
        database,
      )
    ).rows[0]?.n
  const before = await rows()
  await Promise.all(Array.from({ length: 500 }, () => view('/')))
  expect(await rows()).toBe(before)
  expect((await view('/')).status).toBe(204)
  const stop = startCounting(app.services)
  await stop()
  expect(await rowsOf('visit_totals')).toMatchObject([
    { period: '2026-03', path: '/', page_views: 501 },
    { period: '2026-03-02', path: '/', page_views: 501 },
  ])
})

test('the events of a client IP are limited, with Retry-After', async () => {
  const all = await Promise.all(Array.from({ length: 601 }, () => view('/')))
  const refused = all.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.headers.get('retry-after')).toBe('600')
  expect((await view('/', { clientIp: '203.0.113.8' })).status).toBe(204)
  app.advanceS(600)
  expect((await view('/')).status).toBe(204)
})

test('events do not invalidate cached pages', async () => {
  const tags = [...allProcedures.values()].flatMap(({ tag }) => tag ?? [])
  const versions = () => tags.map((tag) => app.services.tagVersions.versionOf(tag))
  const before = versions()
  expect(before.length).toBeGreaterThan(50)
  await view('/')
  await writeCounts(app.services)
  expect(versions()).toEqual(before)
})

test('counts are deleted after twenty-five months', async () => {
  await view('/')
  await writeCounts(app.services)
  app.setNow('2028-04-01T08:00:00Z')
  await view('/')
  await writeCounts(app.services)
  await removeOldVisits(app.services)
  expect(await rowsOf('visit_totals')).toHaveLength(3)
  app.setNow('2028-04-03T08:00:00Z')
  await removeOldVisits(app.services)
  const left = await app.services.database.selectFrom('visit_totals').select('period').execute()
  expect(left.map(({ period }) => period).sort()).toEqual(['2028-04', '2028-04-01'])
  expect(await visitorsOf('2026-03-02')).toBeUndefined()
  expect(await visitorsOf('2028-04-01')).toBeDefined()
})
