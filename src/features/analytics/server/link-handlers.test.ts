import { beforeEach, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startVisitedApp } from '#testing/visits.ts'
import { writeCounts } from './counts.ts'

const { app, view, tell, clientIp } = await startVisitedApp()
let token: string
beforeEach(async () => {
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})

const right = {
  name: 'The board',
  sections: ['pages', 'visits'],
  from: '2026-03-01',
  to: '2026-03-02',
  ends_on: '2026-03-31',
}
const create = (json: object = {}) =>
  app.json('/api/admin/statistics-links/', { method: 'POST', token, json: { ...right, ...json } })
const open = (url: string) =>
  app.json(`/api/website${new URL(url).pathname}/`, { clientIp: clientIp() })
const revoke = (id: number) =>
  app.json(`/api/admin/statistics-links/${id}/revoke/`, { method: 'POST', token, json: {} })

test('whoever has the link sees the sums that it was made for, and nothing else', async () => {
  await view('/services')
  await writeCounts(app.services)
  const { status, body } = await create()
  expect([status, body]).toMatchObject([
    201,
    { ...right, sections: ['visits', 'pages'], by_name: 'Diane Keza', is_open: true },
  ])
  expect(body.url).toMatch(/\/statistics\/[\w-]{32}$/)
  const seen = await open(body.url)
  expect(seen.status).toBe(200)
  expect(seen.headers.get('cache-control')).toBe('no-store')
  expect(seen.headers.get('x-robots-tag')).toBe('noindex')
  expect(seen.body).toEqual({
    name: 'The board',
    from: '2026-03-01',
    to: '2026-03-02',
    ends_on: '2026-03-31',
    totals: { page_views: 1, landings: 0, visitors_per_day: 1 },
    days: [
      { day: '2026-03-01', page_views: 0, visitors: 0 },
      { day: '2026-03-02', page_views: 1, visitors: 1 },
    ],
    pages: [{ path: '/services', title: 'Services', page_views: 1, seconds_per_view: 0 }],
  })
})

test('of articles and cohorts that are not public, also not yet, a link tells no titles, addresses and names', async () => {
  const { database } = app.services
  const article = await createArticle(app.services, { title: 'The grant' })
  const cohort = await createCohort(app.services, { name: 'Web 12' })
  const { slug } = await database
    .selectFrom('articles')
    .select('slug')
    .where('id', '=', article)
    .executeTakeFirstOrThrow()
  const path = `/insights/${slug}`
  await view(path)
  const events = [{ name: 'application_step', value: `chosen ${cohort}` }]
  await tell({ path: '/cohort-application', events })
  await writeCounts(app.services)
  const { url } = (await create({ sections: ['pages', 'application'] })).body
  const namesIn = async () => {
    const { pages, funnel } = (await open(url)).body
    return [pages[0].path, pages[0].title, funnel.cohorts[0].name]
  }
  expect(await namesIn()).toEqual([path, 'The grant', 'Web 12'])
  const change = (changes: { published_at?: string; archived_at?: string | null }) =>
    database.updateTable('articles').set(changes).where('id', '=', article).execute()
  await change({ archived_at: '2026-03-02T08:00:00.000Z' })
  expect(await namesIn()).toEqual(['other', 'Other addresses', 'Web 12'])
  await change({ archived_at: null, published_at: '2036-03-02T08:00:00.000Z' })
  await database.updateTable('cohorts').set({ status: 'draft' }).where('id', '=', cohort).execute()
  expect(await namesIn()).toEqual(['other', 'Other addresses', 'A cohort that is not public'])
})

test('a revoked link, one that has ended and an invented one open nothing', async () => {
  const [revoked, ended] = [(await create()).body, (await create()).body]
  expect((await revoke(revoked.id)).body).toMatchObject({ is_open: false })
  expect((await revoke(revoked.id)).status).toBe(404)
  expect((await open(ended.url)).status).toBe(200)
  const answers = [await open(revoked.url)]
  app.setNow('2026-04-01T08:00:00Z')
  answers.push(await open(ended.url), await open(`${ended.url.slice(0, -1)}_`))
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      404,
      { detail: 'Such a link was not found. It may have been deleted.' },
    ])
  }
})

test('invalid fields are named, and only administrators share', async () => {
  expect((await create({ name: ' ', sections: [], from: 'x', ends_on: '' })).body).toEqual({
    name: ['Please say what it is for'],
    sections: ['Please tick what to show'],
    from: ['Please enter a valid date'],
    ends_on: ['Please say until when it opens'],
  })
  expect((await create({ ends_on: '2026-03-01' })).body).toEqual({ ends_on: ['This day is over'] })
  expect((await create({ from: '2026-03-03' })).status).toBe(400)
  token = await app.signIn('RECRUITER')
  expect((await create()).status).toBe(403)
})

test('links are listed with who made them, and each step is in the audit log', async () => {
  const { id } = (await create({ name: 'The ministry' })).body
  await revoke(id)
  const list = await app.json('/api/admin/statistics-links/', { token })
  expect(list.body.results[0]).toMatchObject({ id, name: 'The ministry', is_open: false })
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('target', '=', 'statistics link')
    .where('target_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['created', 'revoked'])
  expect(JSON.stringify(lines)).not.toContain(new URL(list.body.results[0].url).pathname.slice(-32))
})

test('a guess is throttled', async () => {
  const ip = { clientIp: '203.0.113.77' }
  const guess = () => app.json('/api/website/statistics/a-guess/', ip)
  for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(404)
  expect((await guess()).status).toBe(429)
})
