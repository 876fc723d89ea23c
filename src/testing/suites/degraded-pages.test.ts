import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createSettings } from '#seed/factories/settings.ts'
import { createMember } from '#seed/factories/team.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { startTestPages, type TestPages } from '../pages.ts'

let app: TestApp
let pages: TestPages
let paths: string[]
beforeAll(async () => {
  // Loaders log what they could not read.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // Its pages fail on purpose.
  app = await startTestApp({ LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' })
  const article = await createArticle(app.services, { title: 'Whole', tags: ['Kigali'] })
  await createComment(app.services, article)
  await createCohort(app.services)
  await createMember(app.services)
  await createSettings(app.services)
  const event = await createEvent(app.services)
  pages = await startTestPages(app.services)
  paths = pages.paths
    // Never cached, and throttled.
    .filter((path) => !path.startsWith('/statistics/'))
    .map((path) => path.replace(':slug', 'whole').replace(':id', `${event}`))
})
afterAll(() => {
  vi.restoreAllMocks()
  return app[Symbol.asyncDispose]()
})

/** Reads every page, without the minute in which it was rendered. */
const readAll = async () => {
  const texts = paths.map(async (path) => (await pages.request(path)).text())
  return (await Promise.all(texts)).map((text) => text.replaceAll(/[\d-]+T\d\d:\d\d:00\.000Z/g, ''))
}
const forget = () =>
  app.services.tagVersions.invalidate(['News', 'Cohort', 'Event', 'TeamMember', 'Settings'])

test.each([
  'articles',
  'comments',
  'tags',
  'cohorts',
  'events',
  'team_members',
  'settings',
] as const)('no page is cached that lacks what of %s it could not read', async (table) => {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.services.database)
  forget()
  await rename(table, 'unreadable')
  const degraded = await readAll().finally(() => rename('unreadable', table))
  const next = await readAll()
  forget()
  const whole = await readAll()
  expect(degraded).not.toEqual(whole)
  expect(paths.filter((_, index) => next[index] !== whole[index])).toEqual([])
})

test('a page that can not be made says so, and nothing of the cause', async () => {
  const rename = (from: string, to: string) =>
    app.services.database.schema.alterTable(from).renameTo(to).execute()
  forget()
  await rename('articles', 'unreadable')
  try {
    const response = await pages.request('/insights/whole')
    expect(response.status).toBe(500)
    const [, ...texts] = (await response.text()).split(
      /<h1[^>]*>|<\/h1><p[^>]*>|<\/p><button[^>]*><span[^>]*>/,
    )
    expect(texts.map((text) => text.replace(/<.*/s, ''))).toEqual([
      'Something went wrong',
      'An unexpected error occurred',
      'Reload page',
    ])
  } finally {
    await rename('unreadable', 'articles')
  }
})

test('a form that the server fails to store says the same with and without JavaScript', async () => {
  const rename = (from: string, to: string) =>
    app.services.database.schema.alterTable(from).renameTo(to).execute()
  const form = { email: 'aline@example.rw' }
  await rename('subscribers', 'unwritable')
  try {
    const { body } = await app.json('/api/website/subscribe/', { method: 'POST', json: form })
    const page = await pages.request('/newsletter', {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    expect(page.status).toBe(500)
    const alert = (await page.text()).match(/role="alert" class="[^"]*text-error">([^<]*)</)
    expect(alert?.[1]).toBe(body.detail)
  } finally {
    await rename('unwritable', 'subscribers')
  }
})
