import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTagVersions } from '#platform/cache/tag-versions.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let stopSync: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
  stopSync = app.services.tagVersions.startSync(app.services.database, app.services.log)
})
afterAll(async () => {
  await stopSync()
  await app[Symbol.asyncDispose]()
})

const watch = async (known?: number, signal?: AbortSignal) => {
  const query = known === undefined ? '' : `?known=${known}`
  const { status, body } = await app.json(`/api/admin/changes/${query}`, { token, signal })
  expect(status).toBe(200)
  return body.versions as Record<string, number>
}
const sumOf = (versions: Record<string, number>) =>
  Object.values(versions).reduce((sum, version) => sum + version, 0)

test('a wait ends with the next write, of this process or another', async () => {
  const before = await watch()
  const next = watch(sumOf(before))
  app.services.tagVersions.invalidate(['Comment'])
  const after = await next
  expect(after.Comment).toBe((before.Comment ?? 0) + 1)

  const other = createTagVersions()
  const stopOther = other.startSync(app.services.database, app.services.log)
  const last = watch(sumOf(after))
  other.invalidate(['Talent'])
  expect((await last).Talent).toBe((before.Talent ?? 0) + 1)
  await stopOther()
})

test('who has missed a write is told at once', async () => {
  const before = await watch()
  expect(await watch(sumOf(before) - 1)).toEqual(before)
})

test('nothing is told of single rows', async () => {
  const before = await watch()
  const next = watch(sumOf(before))
  app.services.tagVersions.invalidate(['News:3'])
  await expect.poll(() => app.services.tagVersions.versionOf('News:3')).toBe(1)
  app.services.tagVersions.invalidate(['Email'])
  expect(await next).toEqual({ ...before, Email: 1 })
})

test('a user waits twenty times at once, whoever else waits, and again after the next write', async () => {
  const known = sumOf(await watch())
  const wait = () => app.json(`/api/admin/changes/?known=${known}`, { token })
  const waiting = Array.from({ length: 21 }, wait)
  const refused = await Promise.race(waiting)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '25'])
  const other = await app.signIn('RECRUITER')
  expect((await app.json('/api/admin/changes/', { token: other })).status).toBe(200)
  app.services.tagVersions.invalidate(['Comment'])
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  await watch()
})

test('a wait ends when the server is about to stop', async () => {
  let hasAnswer = false
  const waiting = watch(sumOf(await watch())).then(() => {
    hasAnswer = true
  })
  await expect
    .poll(() => {
      app.services.tagVersions.releaseWatchers()
      return hasAnswer
    })
    .toBe(true)
  await waiting
})
