import { expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { browser, type Init, startVisitedApp } from '#testing/visits.ts'
import { writeCounts } from './counts.ts'

const { app, tell, view, report, rowsOf } = await startVisitedApp()
const stored = async () => [
  ...(await rowsOf('visit_totals')),
  ...(await rowsOf('visit_values')),
  ...(await rowsOf('visitor_days')),
]

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
  const download = async (json: object, format = 'csv') => {
    const init = { method: 'POST', json, token }
    return (await app.request(`/api/admin/analytics/export/?format=${format}`, init)).text()
  }
  const csv = await download({ from: '2026-03-01', to: '2026-03-03' })
  const lines = csv.trim().split('\r\n')
  expect(lines[0]).toContain('Day,Page,Source,Device,Page views,Visits that began')
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 6).join(' '))).toEqual([
    '2026-03-02 / X phone 1 1',
    '2026-03-02 /services direct phone 1 0',
    '2026-03-03 /services direct phone 1 0',
  ])
  const json = JSON.parse(await download({ from: '2026-03-01', source: 'X' }, 'json'))
  expect(json).toMatchObject([{ period: '2026-03-02', path: '/', source: 'X', page_views: 1 }])
  const log = app.services.database.selectFrom('audit_log').select('details')
  const exported = await log.where('action', '=', 'exported').orderBy('id').execute()
  expect(exported.map(({ details }) => JSON.parse(details))).toMatchObject([
    { format: 'csv', filters: { from: '2026-03-01', to: '2026-03-03' } },
    { format: 'json', filters: { from: '2026-03-01', source: 'X' } },
  ])
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
  const other = await createCohort(app.services, { name: 'Cohort 8' })
  await steps(`refused ${other} email`)
  await steps('chosen 999999999')
  await steps()
  expect((await report()).funnel).toEqual({
    seen: 5,
    cohorts: [{ id, name: 'Cohort 7', chosen: 2, stack: 1, typed: 1, sent: 1 }],
    refused: [
      { field: 'email', cohort_id: id, cohort: 'Cohort 7', count: 2 },
      { field: 'email', cohort_id: other, cohort: 'Cohort 8', count: 1 },
      { field: 'resume', cohort_id: id, cohort: 'Cohort 7', count: 1 },
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
