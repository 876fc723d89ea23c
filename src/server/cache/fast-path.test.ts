import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { variantKeyOf } from '#platform/cache/cache-key.ts'
import { type CachedResponse, createCachedResponse } from '#platform/cache/cached-response.ts'
import { createPageCache, type PageCache } from '#platform/cache/page-cache.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createFastPath } from './fast-path.ts'

let app: TestApp
let pages: PageCache
beforeEach(async () => {
  app = await startTestApp()
  pages = createPageCache(app.services.tagVersions, app.services.now)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Serves what the fast path has, and 404 for the rest. @returns the port */
async function serve(
  files: ReadonlyMap<string, CachedResponse>,
  knownKeyOf: (url: string) => string | null = () => null,
) {
  const keys = { knownKeyOf, routeOf: () => 'page' }
  const serveFast = createFastPath(app.services, pages, files, keys)
  const server = createServer((request, response) => {
    if (!serveFast(request, response)) response.writeHead(404).end()
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('a script or style sheet has few headers, and a drawing, which may be opened, the policy that loads nothing', async () => {
  const fileOf = (type: string) =>
    createCachedResponse(200, { 'content-type': type }, Buffer.from('A file'))
  const files = new Map([
    ['/a.js', await fileOf('text/javascript; charset=utf-8')],
    ['/a.css', await fileOf('text/css; charset=utf-8')],
    ['/a.woff2', await fileOf('font/woff2')],
    ['/a.svg', await fileOf('image/svg+xml')],
    ['/a.json', await fileOf('application/json')],
  ])
  const port = await serve(files)
  for (const path of files.keys()) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    const policy = { '/a.svg': "default-src 'none'", '/a.json': expect.stringContaining('frame') }
    expect(headers.get('content-security-policy'), path).toEqual(Reflect.get(policy, path) ?? null)
    expect(headers.has('x-frame-options'), path).toBe(path === '/a.json')
    // A connection stays open without being told so.
    expect(headers.has('keep-alive'), path).toBe(false)
  }
})

test('the fast path serves a kept page to a link with parameters that the page does not read', async () => {
  const page = await createCachedResponse(200, {}, Buffer.from('A page'))
  await pages.getOrRender('/page', async () => page)
  const port = await serve(new Map(), (url) => url.split('?')[0] ?? null)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect(await statusOf('/page?utm_source=newsletter&fbclid=x')).toBe(200)
  expect(await statusOf('/other?utm_source=newsletter')).toBe(404)
})

test('the page for who saves data is not to be had by naming its key', async () => {
  const light = await createCachedResponse(200, {}, Buffer.from('A light page'))
  await pages.getOrRender(variantKeyOf('/page', true), async () => light)
  const port = await serve(new Map())
  /** Sends the target as it is, which `fetch` would mend. */
  const statusOf = async (target: string, ect = '4g') => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nECT: ${ect}\r\nConnection: close\r\n\r\n`)
    return Number((await text(socket)).split(' ', 2)[1])
  }
  expect(await statusOf('/page', '2g')).toBe(200)
  const named = variantKeyOf('/page', true)
  for (const target of [named, encodeURI(named)]) {
    expect([400, 404], target).toContain(await statusOf(target))
  }
})
