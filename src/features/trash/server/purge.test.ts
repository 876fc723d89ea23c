import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { removeOldTrash } from './purge.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const dayS = 24 * 60 * 60
const send = (method: string, path: string, json: unknown = {}) =>
  app.json(`/api${path}`, { method, token, json })
const restore = (id: number) => send('POST', `/admin/trash/${id}/restore/`)
const newest = async (): Promise<number> =>
  (await app.json('/api/admin/trash/', { token })).body.results[0].id

async function remove(path: string) {
  expect((await send('DELETE', path)).status).toBe(204)
  return newest()
}

let stacks = 0

async function application() {
  stacks += 1
  const id = await createApplication(app.services, {
    cohort: await createCohort(app.services),
    tech_stack: await createTechStack(app.services, { id: `stack-${stacks}` }),
  })
  return { id, path: `/admin/applications/${id}/` }
}

test('a comment that comes back is on its cached page again', async () => {
  const article = await createArticle(app.services)
  const comment = await createComment(app.services, article, { status: 'APPROVED' })
  const { services } = app
  const cached = createApp(services, {
    handlePage: async () => new Response('A page', { status: 404 }),
    cache: createPageCache(services.tagVersions, services.now),
  })
  const total = async () => {
    const request = new Request(`http://localhost/api/website/news/${article}/comments/`)
    const response = await cached.fetch(request, { peerAddress: '127.0.0.1' })
    return ((await response.json()) as { total_items: number }).total_items
  }
  expect(await total()).toBe(1)
  const entry = await remove(`/admin/comments/${comment}/`)
  expect(await total()).toBe(0)
  expect((await restore(entry)).status).toBe(200)
  expect(await total()).toBe(1)
})

test('the trash goes after 30 days, with its files; deleted for good it goes at once', async () => {
  const [one, two] = [await application(), await application()]
  const files = await app.services.database.selectFrom('files').select('key').execute()
  const stored = () => Promise.all(files.map(({ key }) => app.services.storage.exists(key)))
  await remove(one.path)
  const entry = await remove(two.path)
  expect(await stored()).toEqual([true, true])
  expect((await send('DELETE', `/admin/trash/${entry}/`)).status).toBe(204)
  expect((await send('DELETE', `/admin/trash/${entry}/`)).status).toBe(404)
  expect((await stored()).filter(Boolean)).toHaveLength(1)
  expect((await auditLines(app)).at(-1)?.details).toEqual({ for_good: true })

  app.advanceS(30 * dayS - 1)
  expect(await removeOldTrash(app.services)).toBe(0)
  app.advanceS(1)
  expect(await removeOldTrash(app.services)).toBe(1)
  expect(await stored()).toEqual([false, false])
  for (const table of ['trash', 'trash_files', 'files'] as const) {
    expect(await app.services.database.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('of restoring twice, deleting for good and the upkeep at once, one happens', async () => {
  const { id, path } = await application()
  for (let turn = 0; turn < 4; turn += 1) {
    const entry = await remove(path)
    const both = await Promise.all([restore(entry), restore(entry)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  }
  const entry = await remove(path)
  const [restored, purged] = await Promise.all([
    restore(entry),
    send('DELETE', `/admin/trash/${entry}/`),
  ])
  const isBack = restored.status === 200
  expect([restored.status, purged.status]).toEqual(isBack ? [200, 404] : [404, 204])
  const found = await app.json(`/api/website/application/${id}/`, { token })
  expect(found.status).toBe(isBack ? 200 : 404)
  const files = await app.services.database.selectFrom('files').select('claimed_at').execute()
  expect(files.filter(({ claimed_at }) => claimed_at !== null)).toHaveLength(isBack ? 1 : 0)
})

test('an edit at the same time as a deletion is in the trash or is refused, never lost', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const id = await createTestimonial(app.services, { full_name: 'Before' })
    const [edited] = await Promise.all([
      send('PATCH', `/website/testimonies/${id}/`, { full_name: 'After' }),
      remove(`/website/testimonies/${id}/`),
    ])
    expect([200, 404]).toContain(edited.status)
    const entry = await newest()
    expect((await restore(entry)).status).toBe(200)
    const { full_name } = await app.services.database
      .selectFrom('testimonials')
      .select('full_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(full_name).toBe(edited.status === 200 ? 'After' : 'Before')
  }
})
