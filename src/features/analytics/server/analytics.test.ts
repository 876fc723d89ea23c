import { isContractProcedure } from '@orpc/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import { createArticle } from '#seed/factories/news.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import type { Role } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import publicRoutes from '../../../routes.ts'
import { removeOldVisits, startCounting, writeCounts } from './counts.ts'
import { countedPath, otherPath } from './pages.ts'

let app: TestApp
let clientIp = ''
let clients = 0
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setNow('2026-03-02T08:00:00Z')
  await writeCounts(app.services)
  await app.services.database.deleteFrom('visit_counts').execute()
  // Each test is a new visitor with an unused limit.
  clients += 1
  clientIp = `198.51.100.${clients}`
})

const browser =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'

type Init = Parameters<TestApp['json']>[1]
const tell = (json: unknown, init: Init = {}) =>
  app.json('/api/website/visits/', {
    method: 'POST',
    json,
    clientIp,
    ...init,
    headers: { 'user-agent': browser, ...init.headers },
  })
const view = (path: string, init?: Init) => tell({ path, events: [{ name: 'page_view' }] }, init)
const click = (path: string, value: string) => tell({ path, events: [{ name: 'click', value }] })
const report = async (query = '', role: Role = 'EDITOR') => {
  await writeCounts(app.services)
  const token = await app.signIn(role)
  return (await app.json(`/api/admin/analytics/?${query}`, { token })).body
}
const stored = () => app.services.database.selectFrom('visit_counts').selectAll().execute()

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

test('a report has every day of the period, by the days of Kigali', async () => {
  app.setNow('2026-03-02T21:59:00Z')
  await view('/')
  app.setNow('2026-03-02T22:00:00Z')
  await view('/')
  await view('/services')
  const { days } = await report('from=2026-03-01&to=2026-03-03')
  expect(days).toEqual([
    { day: '2026-03-01', page_views: 0 },
    { day: '2026-03-02', page_views: 1 },
    { day: '2026-03-03', page_views: 2 },
  ])
  expect(await report('from=2026-03-02&to=2026-03-02')).toMatchObject({ page_views: 1 })
  expect(await report('path=/services')).toMatchObject({ page_views: 1, days: { length: 30 } })
})

test('an invalid period is refused by field', async () => {
  expect(await report('from=yesterday&to=2026-02-30', 'RECRUITER')).toEqual({
    from: ['Please enter a valid date'],
    to: ['Please enter a valid date'],
  })
  expect(await report('from=2026-03-02&to=2026-03-01')).toHaveProperty('from')
  expect(await report('from=2020-01-01&to=2026-03-01')).toHaveProperty('from')
})

test('without data the report is empty, with the same shape', async () => {
  expect(await report()).toMatchObject({
    page_views: 0,
    clicks: 0,
    video_plays: 0,
    seconds_per_view: null,
    pages: [],
    clicked: [],
  })
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

test('invented pages and clicks cannot fill the table', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      tell({
        path: `${index % 2 ? '/insights/made-up-' : '/made/up/'}${index}`,
        events: Array.from({ length: 50 }, (_, at) => ({
          name: 'click',
          value: `Made up ${index}.${at}`,
        })),
      }),
    ),
  )
  await writeCounts(app.services)
  await tell({ path: '/', events: [{ name: 'click', value: 'One more' }] })
  const { pages, clicks, clicked } = await report()
  expect(pages).toEqual([])
  expect(clicks).toBe(2001)
  expect(clicked[0]).toMatchObject({ label: 'other', path: otherPath, count: 1000 })
  expect(await stored()).toHaveLength(1002)
})

test('a click label with an e-mail address or a number is not stored', async () => {
  for (const value of ['write to aline@example.rw', 'call 0788123456', ' \u202e ', 'Send\n it'])
    await click('/contact', value)
  const { clicked } = await report()
  expect(clicked.map(({ label }: { label: string }) => label)).toEqual(['other', 'Send it'])
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
      }>`select (select count(*) from visit_counts) + (select count(*) from limits) as n`.execute(
        database,
      )
    ).rows[0]?.n
  const before = await rows()
  await Promise.all(Array.from({ length: 500 }, () => view('/')))
  expect(await rows()).toBe(before)
  expect((await view('/')).status).toBe(204)
  const stop = startCounting(app.services)
  await stop()
  expect(await stored()).toMatchObject([{ event: 'page_view', path: '/', count: 501 }])
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
  const tags = Object.values<Record<string, unknown>>(contract)
    .flatMap((calls) => Object.values(calls))
    .filter(isContractProcedure)
    .flatMap((call) => (call['~orpc'].meta as ProcedureMeta).tag ?? [])
  const versions = () => tags.map((tag) => app.services.tagVersions.versionOf(tag))
  const before = versions()
  expect(before.length).toBeGreaterThan(50)
  await view('/')
  await writeCounts(app.services)
  expect(versions()).toEqual(before)
})

test('counts are deleted after thirteen months', async () => {
  await view('/')
  await writeCounts(app.services)
  app.setNow('2027-03-30T08:00:00Z')
  await view('/')
  await writeCounts(app.services)
  await removeOldVisits(app.services)
  expect(await stored()).toHaveLength(2)
  app.setNow('2027-04-03T08:00:00Z')
  await removeOldVisits(app.services)
  expect(await stored()).toMatchObject([{ day: '2027-03-30' }])
})

type Route = { path?: string; index?: boolean; file: string; children?: Route[] }

/** The public routes of src/routes.ts. */
const pathsOf = (routes: readonly Route[], parent = ''): string[] =>
  routes.flatMap(({ path, index, children, file }) => {
    const full = [parent, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, full)
    return file.endsWith('.tsx') && (path || index) ? [`/${full}`] : []
  })

test('every page of the site is counted under its own name', () => {
  const pages = pathsOf(publicRoutes as Route[])
    .filter((path) => !/\*|:slug|^\/(dashboard|login)/.test(path))
    .map((path) => path.replace(':id', '1'))
  expect(pages).toContain('/cohort-application')
  expect(pages.filter((path) => countedPath(path) === otherPath)).toEqual([])
})
