import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages, type TestPages } from '#testing/pages.ts'

let app: TestApp
let pages: TestPages
beforeAll(async () => {
  app = await startTestApp()
  await createArticle(app.services)
  pages = await startTestPages(app.services)
})
afterAll(() => app[Symbol.asyncDispose]())

const read = async (path: string) => (await pages.request(path)).text()

test('parameters that a page does not read neither cache another page nor get into it', async () => {
  const plain = await read('/services')
  expect(await read('/services?made-up=1234567')).toBe(plain)
  expect(await read('/services?fortune=1&page[]=2')).toBe(plain)
  expect(pages.cache.find('/services')).not.toBeNull()
  expect(pages.cache.find('/services?made-up=1234567')).toBeNull()
})

test('a page has its address in no other letters', async () => {
  for (const path of ['/INSIGHTS', '/Who-We-Are', '/cohort-Application', '/EVENTS/1']) {
    expect((await pages.request(path)).status, path).toBe(404)
    expect(pages.cache.find(path), path).toBeNull()
  }
})

test('parameters that a page reads count, whatever their order and what stands beside them', async () => {
  const talents = await read('/services?utm_source=x&for=talents')
  expect(talents).not.toBe(await read('/services'))
  expect(pages.cache.find('/services?for=talents')?.bodies.plain.toString()).toBe(talents)
  await read('/insights?page=1&made=up&category=talent')
  expect(pages.cache.find('/insights?category=talent&page=1')).not.toBeNull()
})

test('the key of a page that was asked for is known, with the parameters that it reads', async () => {
  const { knownKeyOf } = pages.keys
  expect(knownKeyOf('/who-we-are?utm_source=x')).toBeNull()
  await read('/who-we-are')
  expect(knownKeyOf('/who-we-are?utm_source=x&fbclid=y')).toBe('/who-we-are')
  await read('/insights?page=1&category=talent')
  expect(knownKeyOf('/insights?fbclid=y&page=2&category=talent')).toBe(
    '/insights?category=talent&page=2',
  )
})

test('parameters that a public read does not know neither cache another response nor change it', async () => {
  const plain = await read('/api/website/news/')
  expect(JSON.parse(plain).total_items).toBe(1)
  expect(await read('/api/website/news/?made-up=1&page[]=2&page[0]=2')).toBe(plain)
  expect(pages.cache.find('/api/website/news/')?.bodies.plain.toString()).toBe(plain)
  const second = await read('/api/website/news/?x=1&page_size=1&page=2')
  expect(JSON.parse(second)).toMatchObject({ results: [], current_page: 2 })
  expect(pages.cache.find('/api/website/news/?page=2&page_size=1')).not.toBeNull()
})

test('a CDN may serve pages and public reads for as long as is set, and nothing else', async () => {
  const shared = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=3600'
  const asked = 'public, max-age=0, must-revalidate'
  const config = { ...app.services.config, cdnSeconds: 30 }
  const behindCdn = await startTestPages({ ...app.services, config })
  const sent = async (path: string, { request } = behindCdn) =>
    (await request(path)).headers.get('cache-control')
  expect(await sent('/services')).toBe(shared)
  expect(await sent('/api/website/cohorts/')).toBe(shared)
  expect(await sent('/made-up')).toBe(asked)
  expect(await sent('/events/cancel?token=1.a')).toBe('private, no-cache')
  expect(await sent('/services', pages)).toBe(asked)
})

test('a CDN that does not heed vary never has the page for who saves data', async () => {
  const cdnPurge = { url: 'http://127.0.0.1:9/purge', header: {} }
  const config = { ...app.services.config, cdnSeconds: 30, cdnPurge }
  const behindCdn = await startTestPages({ ...app.services, config })
  const init = { headers: { 'save-data': 'on' } }
  const { headers } = await behindCdn.request('/services', init)
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.has('cache-tag')).toBe(false)
})

test('what a CDN keeps names its tags where it can be told of changes, and ends when something comes due', async () => {
  const cdnPurge = { url: 'http://127.0.0.1:9/purge', header: {} }
  const config = { ...app.services.config, cdnSeconds: 3600, cdnPurge }
  const behindCdn = await startTestPages({ ...app.services, config })
  const sent = async (path: string, name: string) =>
    (await behindCdn.request(path)).headers.get(name)
  expect(await sent('/api/website/news/', 'surrogate-key')).toBe('News')
  expect((await sent('/insights', 'cache-tag'))?.split(',').toSorted()).toEqual([
    'News',
    'Settings',
  ])
  expect(await sent('/insights', 'cache-control')).toContain('s-maxage=3600,')
  await createArticle(app.services, {
    published_at: new Date(app.services.now().getTime() + 90_000).toISOString(),
  })
  app.services.tagVersions.invalidate(['News'])
  expect(await sent('/insights', 'cache-control')).toContain('s-maxage=90,')
})

test('who saves data or is on a slow line gets a page without web font and drawings that fetches nothing ahead, and nobody else does', async () => {
  const readBy = async (headers: Record<string, string>) => {
    const response = await pages.request('/why-rwanda', { headers })
    return { html: await response.text(), vary: response.headers.get('vary') }
  }
  const saving = await readBy({ 'save-data': 'on' })
  const other = await readBy({})

  expect([saving.html, other.html].map((html) => html.includes('<html data-saves'))).toEqual([
    true,
    false,
  ])
  for (const left of [
    /<pattern [^>]*><rect [^>]*><path /,
    /type="speculationrules"/,
    /type="application\/ld\+json"/,
    /<meta property="og:/,
    /rel="alternate"/,
    /<use href="#[^"]*" transform=/,
    /name="theme-color"/,
    /favicon\.ico/,
    / class="[^"]*transition/,
  ]) {
    expect(other.html).toMatch(left)
    expect(saving.html).not.toMatch(left)
  }
  expect(await readBy({ 'save-data': 'off', ect: '3g' })).toEqual(other)
  for (const ect of ['2g', 'slow-2g']) expect(await readBy({ ect })).toEqual(saving)
  expect(saving.vary).toBe('accept-encoding, save-data, ect')
})

test('who saves data reads an article on classes word by word', async () => {
  const code = 'div class="p-2 transition duration-300 ease-in"'
  const id = await createArticle(app.services, { content: `<pre>&lt;${code}&gt;</pre>` })
  const { slug } = await app.services.database
    .selectFrom('articles')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const response = await pages.request(`/insights/${slug}`, { headers: { 'save-data': 'on' } })
  expect(await response.text()).toContain(code)
})

test('a page runs three inline scripts: to hold presses, its rules, and what is deferred', async () => {
  const response = await pages.request('/why-rwanda')
  const policy = response.headers.get('content-security-policy')
  expect(policy?.match(/'sha256-/g)).toHaveLength(3)
})

test('what a page has inlined to hold presses is its first script, of at most 1 kB', async () => {
  const html = await (await pages.request('/why-rwanda')).text()
  const [, script = ''] = /<script\b[^>]*>(.+?)<\/script>/s.exec(html) ?? []
  expect(script).toContain('pointerdown')
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(1000)
})

test('addresses that begin with two slashes are answered, however often they are asked for', async () => {
  for (const path of ['//', '//?x', '//[?x', '//a:99999?x', '//any.host/']) {
    for (const _ of ['first', 'second']) {
      expect((await pages.request(path)).status, path).toBeLessThan(500)
      expect(pages.keys.knownKeyOf(path), path).toBe(path.replace(/\?.*/, ''))
    }
  }
})

test('a form that comes in crumbs is refused, and its connection ends', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from('a')) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const refused = await pages.request('/contact', sent)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('connection')).toBe('close')
})

test('a form whose sender hangs up is no failure of ours', async () => {
  const hangUp = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      hangUp.abort()
      controller.error(new Error('The connection is lost'))
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { signal } = hangUp
  const sent = { method: 'POST', headers, body, signal, duplex: 'half' } as RequestInit
  expect((await pages.request('/newsletter/unsubscribe?token=1.a', sent)).status).toBe(400)
})
