import { expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { bytesOf, type CachedResponse, createCachedResponse } from './cached-response.ts'
import { createPageCache, type TrackTag } from './page-cache.ts'
import { createTagVersions } from './tag-versions.ts'

let now = new Date('2026-03-02T08:00:00Z')
const html = { 'content-type': 'text/html; charset=utf-8' }
const pageOf = (text: string, status = 200) => createCachedResponse(status, html, Buffer.from(text))
const textOf = async (answer: Promise<CachedResponse | null>) =>
  (await answer)?.bodies.plain.toString()

function start() {
  const tagVersions = createTagVersions()
  const cache = createPageCache(tagVersions, () => now)
  let made = 0
  /** A page that says how often it was made, of news. */
  const make = async (trackTag: TrackTag) => {
    trackTag('News')
    made += 1
    return pageOf(`made ${made}`)
  }
  return { tagVersions, cache, make, ask: () => textOf(cache.getOrRender('/', make)) }
}

test('a page is made once and kept until something that it was made of is written', async () => {
  const { tagVersions, ask } = start()
  expect([await ask(), await ask()]).toEqual(['made 1', 'made 1'])
  tagVersions.invalidate(['Cohort'])
  expect(await ask()).toBe('made 1')
  tagVersions.invalidate(['News'])
  expect(await ask()).toBe('made 2')
})

test('a hundred who ask at once share one making', async () => {
  const { ask } = start()
  const answers = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(answers)).toEqual(new Set(['made 1']))
})

test('a page during whose making something was written is neither kept nor shared', async () => {
  const { tagVersions, cache, make, ask } = start()
  const gate = Promise.withResolvers<void>()
  const slow = cache.getOrRender('/', async (trackTag) => {
    trackTag('News')
    await gate.promise
    return pageOf('from before the write')
  })
  tagVersions.invalidate(['News'])
  expect(await ask()).toBe('made 1')
  gate.resolve()
  expect(await textOf(slow)).toBe('from before the write')
  expect(await textOf(cache.getOrRender('/', make))).toBe('made 1')
})

test('a page that says that nobody may keep it is made for each who asks', async () => {
  const { cache } = start()
  let made = 0
  const ask = () =>
    textOf(
      cache.getOrRender('/cancel?token=1.a', async (trackTag) => {
        trackTag('Event')
        made += 1
        const headers = { ...html, 'cache-control': 'no-store' }
        return createCachedResponse(200, headers, Buffer.from(`made ${made}`))
      }),
    )
  expect([await ask(), await ask()]).toEqual(['made 1', 'made 2'])
  expect(cache.find('/cancel?token=1.a')).toBeNull()
})

test('no page is kept for longer than a minute', async () => {
  const { ask } = start()
  await ask()
  now = new Date(now.getTime() + 59_000)
  expect(await ask()).toBe('made 1')
  now = new Date(now.getTime() + 1_000)
  expect(await ask()).toBe('made 2')
})

test('a page that is not there is not kept, and one that fails does not stop the next', async () => {
  const { cache, ask } = start()
  await cache.getOrRender('/', () => pageOf('nothing', 404))
  await expect(cache.getOrRender('/', () => Promise.reject(new Error('broken')))).rejects.toThrow()
  expect(await ask()).toBe('made 1')
})

test('what is for one alone is given to nobody else', async () => {
  const { cache, ask } = start()
  const [first, second] = [
    cache.getOrRender('/', async () => null),
    cache.getOrRender('/', async () => null),
  ]
  expect([await first, await second, cache.find('/')]).toEqual([null, null, null])
  expect(await ask()).toBe('made 1')
})

test('the cache stays within its bounds, however many addresses are asked for', async () => {
  const { cache } = start()
  const big = await createCachedResponse(
    200,
    { 'content-type': 'image/png' },
    Buffer.alloc(1024 * 1024),
  )
  for (let page = 0; page < 100; page += 1) await cache.getOrRender(`/?p=${page}`, async () => big)
  const kept = Array.from({ length: 100 }, (_, page) => cache.find(`/?p=${page}`)).filter(Boolean)
  expect(kept.length * bytesOf(big)).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(cache.find('/?p=99')).not.toBeNull()
  expect(cache.find('/?p=0')).toBeNull()
})

test('a write in one process is heard of in another that shares the database, within a second', async () => {
  const app = await startTestApp()
  const [one, other] = [createTagVersions(), createTagVersions()]
  const stops = [one, other].map((tagVersions) =>
    tagVersions.startSync(app.services.database, app.services.log),
  )
  for (let write = 1; write <= 2; write += 1) {
    const before = other.versionOf('News')
    one.invalidate(['News'])
    await vi.waitFor(() => expect(other.versionOf('News')).toBeGreaterThan(before), 1000)
  }
  await Promise.all(stops.map((stop) => stop()))
  await app[Symbol.asyncDispose]()
})

test('a write through the API is counted for its tag and what it also changes, a refused one is not', async () => {
  const app = await startTestApp()
  const token = await app.signIn('RECRUITER')
  const { tagVersions } = app.services
  const versions = () => [tagVersions.versionOf('TechStack'), tagVersions.versionOf('Application')]
  const send = (method: string, path: string, json: unknown) =>
    app.json(`/api/admin/techstacks/${path}`, { method, token, json })
  await send('POST', '', {})
  expect(versions()).toEqual([0, 0])
  await send('POST', '', { name: 'Go' })
  expect(versions()).toEqual([1, 0])
  await send('PATCH', 'go/', { name: 'Golang' })
  expect(versions()).toEqual([2, 1])
  await app.json('/api/techstacks/')
  expect(versions()).toEqual([2, 1])
  await app[Symbol.asyncDispose]()
})
