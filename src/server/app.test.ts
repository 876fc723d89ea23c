import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import pino from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCachedResponse } from '#platform/cache/cached-response.ts'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createApp } from './app.ts'
import { createFastPath } from './cache/fast-path.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('the health checks of the process and the database succeed', async () => {
  expect(await app.json('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await app.json('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('without its database the process stays up and reports that it is not ready', async () => {
  const broken = await startTestApp()
  await broken.services.database.destroy()
  expect((await broken.json('/healthz')).status).toBe(200)
  expect((await broken.json('/readyz')).status).toBe(503)
  const failed = await broken.json('/api/website/cohorts/')
  expect(failed.status).toBe(500)
  expect(failed.body).toEqual({
    detail: 'Something went wrong on our side. Please try again later.',
    request_id: failed.headers.get('x-request-id'),
  })
  await broken[Symbol.asyncDispose]()
})

test('/about redirects permanently to who we are', async () => {
  for (const path of ['/about', '/about/']) {
    const response = await app.request(path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/who-we-are'])
  }
})

test('every response has its security headers and a request id', async () => {
  for (const path of [
    '/healthz',
    '/about',
    '/api/website/cohorts/',
    '/api/no-such-call/',
    '/a-page',
  ]) {
    const { headers } = await app.request(path)
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers.has('strict-transport-security')).toBe(false)
  }
})

test('with an https SITE_URL, responses have Strict-Transport-Security', async () => {
  const secure = await startTestApp({ SITE_URL: 'https://huza.example' })
  const { headers } = await secure.request('/healthz')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  await secure[Symbol.asyncDispose]()
})

test('X-Forwarded-Proto is believed from trusted proxies only, in the app and on the fast path', async () => {
  const { services, [Symbol.asyncDispose]: stop } = await startTestApp({
    TRUST_PROXY: '127.0.0.9',
  })
  onTestFinished(() => stop())
  const direct = createApp(services, { handlePage: async () => new Response(), cache: null })
  const isSecure = async (peerAddress: string) => {
    const headers = { 'x-forwarded-proto': 'https' }
    const request = new Request('http://localhost/healthz', { headers })
    const response = await direct.fetch(request, { peerAddress })
    return response.headers.has('strict-transport-security')
  }
  expect(await isSecure('127.0.0.9')).toBe(true)
  expect(await isSecure('::ffff:127.0.0.9')).toBe(true)
  expect(await isSecure('127.0.0.1')).toBe(false)

  const file = await createCachedResponse(200, {}, Buffer.from('A file'))
  const pages = createPageCache(services.tagVersions, services.now)
  const serveFast = createFastPath(services, pages, new Map([['/file', file]]), {
    knownKeyOf: () => null,
    routeOf: () => 'page',
  })
  const server = createServer((request, response) => void serveFast(request, response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const localAddress of ['127.0.0.9', '127.0.0.1']) {
    const headers = { 'x-forwarded-proto': 'https' }
    const sent = request({ port, host: '127.0.0.1', localAddress, path: '/file', headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    const isSecureFile = 'strict-transport-security' in response.headers
    expect(isSecureFile, localAddress).toBe(localAddress === '127.0.0.9')
  }
})

test('a peer that is no trusted proxy and sends X-Forwarded-For is logged once', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const parts = { handlePage: async () => new Response(), cache: null }
  const logged = createApp({ ...app.services, log }, parts)
  for (const peerAddress of ['127.0.0.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    await logged.fetch(new Request('http://localhost/healthz', { headers }), { peerAddress })
  }
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
  expect(warnings.map(({ peer }) => peer)).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('an unknown API URL is 404 with a detail', async () => {
  for (const [method, path] of [
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['PUT', '/api/website/cohorts/'],
  ] as const) {
    const { status, body } = await app.json(path, { method })
    expect([status, body]).toEqual([404, { detail: 'There is no such call.' }])
  }
})

test('the API responds with and without the trailing slash, and to HEAD without a body', async () => {
  const withSlash = await app.json('/api/website/cohorts/')
  expect((await app.json('/api/website/cohorts')).body).toEqual(withSlash.body)
  const head = await app.request('/api/website/cohorts/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the API responds to HEAD over a real connection', async () => {
  const server = createServer((request, response) => void app.listener(request, response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api/website/cohorts/`
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  const headers = { authorization: 'Bearer wrong' }
  const refused = await fetch(`${url}?status=all`, { method: 'HEAD', headers })
  expect(refused.status).toBe(401)
})

test('an address or an origin that is none is refused, and is no error of ours', async () => {
  const server = createServer((request, response) => void app.listener(request, response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const statusOf = async (headers: Record<string, string>) => {
    const sent = request({ port, path: '/api/website/cohorts/', headers, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await statusOf({ host: 'a.example' })).toBe(200)
  expect(await statusOf({ host: '1.2.3.4.5' })).toBe(400)
  expect(await statusOf({ origin: 'null' })).toBe(200)
  expect(await statusOf({ origin: 'https://a.example' })).toBe(200)
  expect(await statusOf({ origin: 'nothing' })).toBe(400)
})

test('the next request on a connection succeeds after a body was refused unread', async () => {
  const server = createServer((request, response) => void app.listener(request, response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const send = async (method: string, path: string, body = '') => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request({ port, agent, method, path, headers }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await response.resume().toArray()
    return { status: response.statusCode, isOnSameConnection: sent.reusedSocket }
  }
  const refused = await send('POST', '/api/website/subscribe/', ' '.repeat(2_000_000))
  expect(refused.status).toBe(413)
  expect(await send('GET', '/healthz')).toEqual({ status: 200, isOnSameConnection: true })
})

test.each([
  ['text/plain', 'email=x', 415],
  ['application/json', '{"email":', 400],
  ['application/json', '[1]', 400],
  ['application/json', '"text"', 400],
  ['application/json', JSON.stringify({ email: 'x'.repeat(300_000) }), 413],
])('a body of %s that is %s… is refused', async (type, body, status) => {
  const response = await app.json('/api/auth/login/', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  expect(response.status).toBe(status)
  expect(response.body.detail).toMatch(/\w+/)
})

test('the OpenAPI document is compressed, and the API reference is a page', async () => {
  const response = await app.request('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const document = JSON.parse(brotliDecompressSync(bytes).toString())
  expect(document.openapi).toMatch(/^3\.1/)
  const submit = document.paths['/website/application/'].post
  expect(submit.requestBody.content['multipart/form-data'].schema.required).toContain('resume')
  expect(document.paths['/admin/applications/export/'].post.security).toEqual([{ bearer: [] }])
  const page = await app.request('/api/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  const text = await page.text()
  expect(text).toContain('/api/website/application/{id}/change-status/')
  const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item))
  const sections = [...text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
  expect(sections.sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
})

test('staff never get responses cached for visitors, nor visitors those of staff', async () => {
  const { services } = app
  const cache = createPageCache(services.tagVersions, services.now)
  const cached = createApp(services, { handlePage: async () => new Response(), cache })
  const token = await app.signIn('EDITOR')
  const draft = await createArticle(services, { published_at: null })
  const read = async (headers: Record<string, string>) => {
    const request = new Request(`http://localhost/api/website/news/${draft}/`, { headers })
    return (await cached.fetch(request, { peerAddress: '' })).status
  }
  const statuses = [
    await read({}),
    await read({ authorization: `Bearer ${token}` }),
    await read({}),
  ]
  expect(statuses).toEqual([404, 200, 404])
})

test.each([
  ['APPLICATION/JSON', '{"email":"aline@example.rw"}'],
  ['Application/X-WWW-Form-Urlencoded', 'email=aline%40example.rw'],
])('the content type %s is case-insensitive', async (type, body) => {
  const init = { method: 'POST', body, headers: { 'content-type': type } }
  expect((await app.json('/api/website/subscribe/', init)).status).toBe(200)
})

test('the content type of form data is case-insensitive', async () => {
  const body = '--X--\r\n'
  const headers = { 'content-type': 'Multipart/Form-Data; Boundary=X' }
  const refused = await app.json('/api/website/application/', { method: 'POST', body, headers })
  expect([refused.status, refused.body.email]).toEqual([400, ['Email is required']])
})

test('a body that breaks off is a 400, not a 500', async () => {
  const body = new ReadableStream({
    start(pieces) {
      pieces.enqueue(Buffer.from('{"email":'))
    },
    pull(pieces) {
      pieces.error(new Error('aborted'))
    },
  })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const { status, body: response } = await app.json('/api/website/subscribe/', init)
  expect([status, response]).toEqual([400, { detail: 'The body broke off. Please send it again.' }])
})
