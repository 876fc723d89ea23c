import { expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { startTestApp } from '#testing/app.ts'
import { perWorker } from '../per-worker.ts'
import {
  bytesOf,
  type CachedResponse,
  createCachedResponse,
  toResponse,
} from './cached-response.ts'
import { cacheBytesMax, createPageCache, type TrackTag } from './page-cache.ts'
import { createTagVersions } from './tag-versions.ts'

let now = new Date('2026-03-02T08:00:00Z')
const html = { 'content-type': 'text/html; charset=utf-8' }
const pageOf = (text: string, status = 200) => createCachedResponse(status, html, Buffer.from(text))
const textOf = async (page: Promise<CachedResponse | null>) => (await page)?.bodies.plain.toString()

function start(bytesMax?: number) {
  const tagVersions = createTagVersions()
  const cache = createPageCache(tagVersions, () => now, { bytesMax })
  let count = 0
  /** Renders a page that depends on news and says how often it was rendered. */
  const render = async (trackTag: TrackTag) => {
    trackTag('News')
    count += 1
    return pageOf(`render ${count}`)
  }
  return { tagVersions, cache, render, request: () => textOf(cache.getOrRender('/', render)) }
}

test('a page is rendered once and cached until a tag that it depends on is written', async () => {
  const { tagVersions, request } = start()
  expect([await request(), await request()]).toEqual(['render 1', 'render 1'])
  tagVersions.invalidate(['Cohort'])
  expect(await request()).toBe('render 1')
  tagVersions.invalidate(['News'])
  expect(await request()).toBe('render 2')
})

test('a page that is rendered anew keeps how popular it was, and what was compressed of the same bytes', async () => {
  const { tagVersions, cache } = start()
  let text = 'Murakaza neza. '.repeat(200)
  const request = async () => {
    const page = await cache.getOrRender('/', async (trackTag) => {
      trackTag('News')
      return pageOf(text)
    })
    if (!page) throw new Error('There is no page.')
    const headers = { 'accept-encoding': 'br' }
    await toResponse(new Request('http://localhost/', { headers }), page)
    return page
  }
  const first = await request()
  tagVersions.invalidate(['News'])
  const same = await request()
  expect(same).not.toBe(first)
  expect(same.bodies.br).toBe(first.bodies.br)
  expect(same.sentCount).toBe(2)
  text = 'Mwaramutse. '.repeat(200)
  tagVersions.invalidate(['News'])
  const other = await request()
  expect(other.bodies.br).not.toBe(first.bodies.br)
  expect(other.bodies.plain.toString()).toBe(text)
  // The third send in all: it is compressed at best quality from now on.
  expect(other.sentCount).toBe(3)
})

test('a hundred concurrent requests share one rendering', async () => {
  const { request } = start()
  const pages = await Promise.all(Array.from({ length: 100 }, request))
  expect(new Set(pages)).toEqual(new Set(['render 1']))
})

test('a page rendered during a write is neither cached nor shared with later requests', async () => {
  const { tagVersions, cache, render, request } = start()
  const gate = Promise.withResolvers<void>()
  const slow = cache.getOrRender('/', async (trackTag) => {
    trackTag('News')
    await gate.promise
    return pageOf('from before the write')
  })
  tagVersions.invalidate(['News'])
  expect(await request()).toBe('render 1')
  gate.resolve()
  expect(await textOf(slow)).toBe('from before the write')
  expect(await textOf(cache.getOrRender('/', render))).toBe('render 1')
})

test.for(['no-store', 'private, no-cache'])(
  'a %s page is rendered for each request',
  async (said) => {
    const { cache } = start()
    let count = 0
    const request = () =>
      textOf(
        cache.getOrRender('/cancel?token=1.a', async (trackTag) => {
          trackTag('Event')
          count += 1
          const headers = { ...html, 'cache-control': said }
          return createCachedResponse(200, headers, Buffer.from(`render ${count}`))
        }),
      )
    expect([await request(), await request()]).toEqual(['render 1', 'render 2'])
    expect(cache.find('/cancel?token=1.a')).toBeNull()
  },
)

test('no page is cached for longer than a minute', async () => {
  const { request } = start()
  await request()
  now = new Date(now.getTime() + 59_000)
  expect(await request()).toBe('render 1')
  now = new Date(now.getTime() + 1_000)
  expect(await request()).toBe('render 2')
})

test('a page that cannot be rendered anew is served as it was, and tried again', async () => {
  const { cache, tagVersions, request } = start()
  const tries = {
    broken: () => Promise.reject(new Error('The database does not answer')),
    wrong: () => pageOf('Something went wrong', 503),
    incomplete: () =>
      createCachedResponse(200, { ...html, 'cache-control': 'no-store' }, Buffer.from('Half')),
    silent: (trackTag: TrackTag) => {
      trackTag('News')
      return new Promise<never>(() => {})
    },
  }
  await request()
  for (const fail of Object.values(tries)) {
    now = new Date(now.getTime() + 61_000)
    expect(await textOf(cache.getOrRender('/', fail))).toBe('render 1')
    // Until the next try it comes from the cache.
    expect(cache.find('/')?.bodies.plain.toString()).toBe('render 1')
  }
  tagVersions.invalidate(['News'])
  await expect(cache.getOrRender('/', tries.broken)).rejects.toThrow('does not answer')
})

test('a page that could not be rendered for an hour is served no longer', async () => {
  const { cache, request } = start()
  await request()
  now = new Date(now.getTime() + 3_600_000)
  const failed = cache.getOrRender('/', () => pageOf('Something went wrong', 503))
  expect(await textOf(failed)).toBe('Something went wrong')
})

test('a 404 page is not cached, and a failed rendering does not stop the next', async () => {
  const { cache, request } = start()
  await cache.getOrRender('/', () => pageOf('nothing', 404))
  await expect(cache.getOrRender('/', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
  expect(await request()).toBe('render 1')
})

test('a response for a single request is never shared', async () => {
  const { cache, request } = start()
  const [first, second] = [
    cache.getOrRender('/', async () => null),
    cache.getOrRender('/', async () => null),
  ]
  expect([await first, await second, cache.find('/')]).toEqual([null, null, null])
  expect(await request()).toBe('render 1')
})

test.each([1, 2])(
  'the caches of %i workers stay within their memory limit, however many URLs are requested',
  async (workers) => {
    const { cache } = start(perWorker(cacheBytesMax, { workers }))
    const big = await createCachedResponse(
      200,
      { 'content-type': 'image/png' },
      Buffer.alloc(1024 * 1024),
    )
    for (let page = 0; page < 100; page += 1)
      await cache.getOrRender(`/?p=${page}`, async () => big)
    const cached = Array.from({ length: 100 }, (_, page) => cache.find(`/?p=${page}`)).filter(
      Boolean,
    )
    expect(cached.length * bytesOf(big)).toBeLessThanOrEqual((32 * 1024 * 1024) / workers)
    expect(cache.find('/?p=99')).not.toBeNull()
    expect(cache.find('/?p=0')).toBeNull()
  },
)

test('the memory limit includes the keys', async () => {
  const { cache } = start()
  const small = await createCachedResponse(200, { 'content-type': 'image/png' }, Buffer.alloc(1))
  const keyOf = (page: number) => `/?subject=${'x'.repeat(1024 * 1024)}${page}`
  for (let page = 0; page < 40; page += 1) await cache.getOrRender(keyOf(page), async () => small)
  const cached = Array.from({ length: 40 }, (_, page) => cache.find(keyOf(page))).filter(Boolean)
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.length).toBeLessThanOrEqual(16)
})

test('a write in one process invalidates in another that shares the database', async () => {
  const app = await startTestApp()
  const [one, other] = [createTagVersions(), createTagVersions()]
  const stops = [one, other].map((tagVersions) =>
    tagVersions.startSync(app.services.database, app.services.log),
  )
  for (let write = 1; write <= 2; write += 1) {
    const before = other.versionOf('News')
    one.invalidate(['News'])
    await expect.poll(() => other.versionOf('News')).toBeGreaterThan(before)
  }
  await Promise.all(stops.map((stop) => stop()))
  await app[Symbol.asyncDispose]()
})

test('a write through the API invalidates its tag and those it also changes; a refused one does not', async () => {
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

test('a clock that is set back keeps no page for longer', async () => {
  const { request } = start()
  await request()
  now = new Date(now.getTime() - 2 * hourMs)
  expect(await request()).toBe('render 2')
})
