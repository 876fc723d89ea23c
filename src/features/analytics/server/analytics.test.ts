import { isContractProcedure } from '@orpc/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createArticle } from '#seed/factories/news.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import type { Role } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import publicRoutes from '../../../routes.ts'
import { removeOldVisits, startCounting, writeCounts } from './counts.ts'
import { countedPath, otherPath } from './pages.ts'
import { countVisitor, writeVisitors } from './visitors.ts'

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
  for (const table of ['visit_totals', 'visit_values'] as const) {
    await app.services.database.deleteFrom(table).execute()
  }
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
const rowsOf = (table: 'visit_totals' | 'visit_values' | 'visitor_days') =>
  app.services.database.selectFrom(table).selectAll().execute()
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

test('a report has every day of the period, by the days of Kigali', async () => {
  app.setNow('2026-04-02T21:59:00Z')
  await view('/')
  app.setNow('2026-04-02T22:00:00Z')
  await view('/')
  await view('/services')
  const { days } = await report('from=2026-04-01&to=2026-04-03')
  expect(days).toEqual([
    { day: '2026-04-01', page_views: 0, visitors: 0 },
    { day: '2026-04-02', page_views: 1, visitors: 1 },
    { day: '2026-04-03', page_views: 2, visitors: 1 },
  ])
  expect(await report('from=2026-04-02&to=2026-04-02')).toMatchObject({ page_views: 1 })
  expect(await report('path=/services')).toMatchObject({ page_views: 1, days: { length: 30 } })
})

test('the visits are exported by day, page, source and device, as they are filtered', async () => {
  await tell({ path: '/', events: [{ name: 'page_view' }], referrer: 't.co', landing: 1 })
  await view('/services')
  app.setNow('2026-03-03T08:00:00Z')
  await view('/services')
  await writeCounts(app.services)
  const token = await app.signIn('RECRUITER')
  const download = async (json: object) => {
    const init = { method: 'POST', json, token }
    return (await app.request('/api/admin/analytics/export/', init)).text()
  }
  const csv = await download({ from: '2026-03-01', to: '2026-03-03' })
  const lines = csv.trim().split('\r\n')
  expect(lines[0]).toContain('Day,Page,Source,Device,Page views,Visits that began')
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 6).join(' '))).toEqual([
    '2026-03-02 / X phone 1 1',
    '2026-03-02 /services direct phone 1 0',
    '2026-03-03 /services direct phone 1 0',
  ])
  const json = JSON.parse(await download({ from: '2026-03-01', source: 'X', format: 'json' }))
  expect(json).toMatchObject([{ period: '2026-03-02', path: '/', source: 'X', page_views: 1 }])
  expect(await download({ from: '2026-03-03', to: '2026-03-01' })).toContain('first day')
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

test('invented pages, clicks, hosts and campaigns cannot fill the tables or displace what is known', async () => {
  // A day of its own: what a process has seen on a day counts until it ends.
  app.setNow('2026-05-02T08:00:00Z')
  await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      tell({
        path: `${index % 2 ? '/insights/made-up-' : '/made/up/'}${index}`,
        events: [
          { name: 'page_view' },
          ...Array.from({ length: 20 }, (_, at) => ({
            name: 'click',
            value: `Made up ${index}.${at}`,
          })),
        ],
        referrer: `host-${index}.example`,
        utm: `utm_campaign=campaign-${index}`,
        landing: 1,
      }),
    ),
  )
  await writeCounts(app.services)
  await tell({
    path: '/',
    events: [{ name: 'page_view' }, { name: 'click', value: 'One more' }],
    referrer: 'www.google.co.ke',
  })
  const { page_views, clicks, clicked, sources } = await report()
  expect([page_views, clicks]).toEqual([121, 2401])
  expect(clicked[0]).toMatchObject({ label: 'other', path: otherPath })
  expect(sources).toContainEqual({ source: 'Google', kind: 'search', page_views: 1, landings: 0 })
  const { database } = app.services
  const days = await database
    .selectFrom('visit_totals')
    .select('source')
    .where('period', '=', '2026-05-02')
    .execute()
  // Fifty invented ones, 'other' and Google.
  expect(new Set(days.map(({ source }) => source)).size).toBe(52)
  const values = await database
    .selectFrom('visit_values')
    .select('value')
    .where('period', '=', '2026-05-02')
    .where('event', '=', 'click')
    .execute()
  // Beside the limit, 'other' of each page and source.
  expect(values.length).toBeLessThanOrEqual(1_060)
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

test('visits are told apart by source, device and campaign, all filters at once', async () => {
  const phone = { headers: { 'user-agent': browser, 'accept-language': 'rw-RW,en;q=0.5' } }
  const computer = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } }
  const visit = (path: string, more: object, init?: Init) =>
    tell(
      { path, events: [{ name: 'page_view' }, { name: 'click', value: 'Apply' }], ...more },
      init,
    )
  await visit('/', { referrer: 'l.facebook.com', landing: 1 }, phone)
  await visit('/services', { referrer: 'l.facebook.com' }, phone)
  await visit('/services', { referrer: 'www.google.rw', landing: 1 }, computer)
  await visit('/', { utm: 'utm_source=Newsletter&utm_campaign=March&utm_medium=email', landing: 1 })
  await visit('/', { utm: 'utm_source=aline@example.rw', referrer: '41.186.0.1' }, computer)
  await visit(
    '/',
    { referrer: 'huza.example' },
    {
      headers: { ...computer.headers, origin: 'https://huza.example' },
    },
  )

  const all = await report()
  expect(all.sources.map(({ source, page_views }: never) => [source, page_views])).toEqual([
    ['Facebook', 2],
    ...['Google', 'newsletter', 'other', 'this site'].map((source) => [source, 1]),
  ])
  expect(all).toMatchObject({
    page_views: 6,
    landings: 3,
    devices: [
      { device: 'computer', page_views: 3 },
      { device: 'phone', page_views: 3 },
    ],
    landings_by_page: [
      { path: '/', search: 0, shared: 1, sites: 1 },
      { path: '/services', search: 1, shared: 0, sites: 0 },
    ],
    campaigns: [{ name: 'march, email', source: 'newsletter', count: 1 }],
    languages: [
      { language: 'other', count: 2 },
      { language: 'rw', count: 1 },
    ],
  })
  expect(await report('source=Facebook')).toMatchObject({ page_views: 2, clicks: 2 })
  expect(await report('source=Facebook&device=phone&path=/services')).toMatchObject({
    page_views: 1,
    clicked: [{ label: 'Apply', count: 1 }],
    days: expect.arrayContaining([
      { day: '2026-03-02', page_views: 1, visitors: expect.any(Number) },
    ]),
  })
  expect(await report('source=Facebook&device=computer')).toMatchObject({ page_views: 0 })
  expect(await report('device=fridge')).toHaveProperty('device')
  expect(JSON.stringify(await stored())).not.toMatch(/aline|41\.186|@/)
})

test('the funnel of the application is counted by cohort, and by the fields that were refused', async () => {
  const id = await createCohort(app.services, { name: 'Cohort 7' })
  const steps = (...values: string[]) =>
    tell({
      path: '/cohort-application',
      events: [
        { name: 'page_view' },
        ...values.map((value) => ({ name: 'application_step', value })),
      ],
    })
  await steps(`chosen ${id}`, `stack ${id}`, `typed ${id}`, `refused ${id} email`, `sent ${id}`)
  await steps(`chosen ${id}`, `refused ${id} resume`, `refused ${id} email`)
  await steps('chosen 999999999')
  await steps()
  expect((await report()).funnel).toEqual({
    seen: 4,
    cohorts: [{ id, name: 'Cohort 7', chosen: 2, stack: 1, typed: 1, sent: 1 }],
    refused: [
      { field: 'email', count: 2 },
      { field: 'resume', count: 1 },
    ],
  })
  for (const value of [`refused ${id}`, `sent ${id} email`, `refused ${id} shoe_size`, 'chosen']) {
    expect((await steps(value)).status).toBe(400)
  }
})

test('a period is compared with as many days before it, across whole months', async () => {
  for (const [day, views] of [
    ['2026-01-31', 1],
    ['2026-02-01', 2],
    ['2026-02-28', 3],
    ['2026-03-01', 4],
  ] as const) {
    app.setNow(`${day}T08:00:00Z`)
    for (let view_ = 0; view_ < views; view_ += 1) await view('/')
  }
  expect(await report('from=2026-02-01&to=2026-03-01')).toMatchObject({
    page_views: 9,
    before: { from: '2026-01-03', to: '2026-01-31', page_views: 1 },
  })
  expect(await report('from=2026-03-01&to=2026-03-01')).toMatchObject({
    page_views: 4,
    before: { from: '2026-02-28', to: '2026-02-28', page_views: 3 },
  })
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

test("a day's salt dies with the first visit of the next day, and its sketch a day later", async () => {
  app.setNow('2026-09-02T08:00:00Z')
  await view('/')
  await writeCounts(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({ salt: expect.stringMatching(/.{44}/) })
  app.setNow('2026-09-02T22:00:00Z')
  await view('/')
  await writeCounts(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({
    ...{ salt: '', registers: expect.stringMatching(/.{5000}/) },
  })
  expect(await visitorsOf('2026-09-03')).toMatchObject({ salt: expect.stringMatching(/.{44}/) })
  app.setNow('2026-09-04T08:00:00Z')
  await removeOldVisits(app.services)
  expect(await visitorsOf('2026-09-02')).toMatchObject({ salt: '', registers: '', visitors: 1 })
  expect(await visitorsOf('2026-09-03')).toMatchObject({ salt: '' })
})

test('addresses that do not exist are counted with whose link leads there', async () => {
  const open = (path: string, headers: Record<string, string>) =>
    app.request(path, {
      clientIp,
      headers: { 'user-agent': browser, accept: 'text/html', ...headers },
    })
  const { status } = await open('/gone', { referer: 'https://www.newtimes.co.rw/story?id=1' })
  expect(status).toBe(404)
  await open('/gone', { referer: 'https://www.newtimes.co.rw/' })
  await open('/people/aline@example.rw', { referer: 'https://www.newtimes.co.rw/' })
  await open('/wp-login.php', {})
  await open('/gone', { referer: 'https://www.newtimes.co.rw/', 'user-agent': 'Googlebot/2.1' })
  await open('/gone', { referer: 'https://www.newtimes.co.rw/', dnt: '1' })
  expect((await report()).not_found).toEqual([
    { path: '/gone', source: 'newtimes.co.rw', count: 2 },
    { path: 'other', source: 'direct', count: 1 },
    { path: 'other', source: 'newtimes.co.rw', count: 1 },
  ])
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
