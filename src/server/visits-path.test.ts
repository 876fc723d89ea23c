import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeCounts } from '#features/analytics/server/counts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { browser } from '#testing/visits.ts'
import { createVisitsPath } from './visits-path.ts'

let app: TestApp
let site: { url: string; port: number; left: number; close(): void }
beforeEach(async () => {
  app = await startTestApp()
  site = await startSite(app)
})
afterEach(async () => {
  site.close()
  await app[Symbol.asyncDispose]()
})

/** The site with the path, which counts what it leaves to the app. */
async function startSite({ services, listener }: TestApp) {
  const state = { left: 0 }
  const countFast = createVisitsPath(services, (request, response) => {
    state.left += 1
    listener(request, response)
  })
  const server = createServer((request, response) => {
    if (!countFast(request, response)) {
      state.left += 1
      listener(request, response)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, port, close })
}

const visit = { path: '/services', events: [{ name: 'page_view' }] }
const path = '/api/website/visits/'

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
    body,
  })

async function countViews() {
  await writeCounts(app.services)
  const rows = await app.services.database
    .selectFrom('visit_totals')
    .select('page_views')
    .where('period', '=', '2026-03-02')
    .execute()
  return rows.reduce((sum, row) => sum + row.page_views, 0)
}

const ofConnection = ['date', 'connection', 'keep-alive']

test('a visit is counted past the app, and answered in few bytes', async () => {
  const fast = await send(JSON.stringify(visit))
  expect([fast.status, site.left]).toEqual([204, 0])
  const slow = await app.request(path, {
    method: 'POST',
    headers: { 'user-agent': browser },
    json: visit,
  })
  expect(slow.status).toBe(204)
  expect([...fast.headers.keys()].filter((name) => !ofConnection.includes(name))).toEqual([
    'cache-control',
    'x-content-type-options',
    'x-request-id',
  ])
  expect(fast.headers.get('cache-control')).toBe(slow.headers.get('cache-control'))
  expect(fast.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(await countViews()).toBe(2)
})

test('a visitor who asks not to be tracked, or a program, is not counted', async () => {
  await send(JSON.stringify(visit), { 'sec-gpc': '1' })
  await send(JSON.stringify(visit), {
    'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)',
  })
  expect([site.left, await countViews()]).toEqual([0, 0])
})

test.each([
  ['no JSON', '{"path":'],
  ['no object', '[]'],
  ['an unknown event', JSON.stringify({ ...visit, events: [{ name: 'sneeze' }] })],
  ['a field too many', JSON.stringify({ ...visit, email: 'aline@example.rw' })],
  ['what cannot be stored', '{"path":"/services\\u0000","events":[{"name":"page_view"}]}'],
  ['half a character', '{"path":"/\\ud83d","events":[{"name":"page_view"}]}'],
  ['very much', JSON.stringify({ ...visit, utm: 'x'.repeat(20_000) })],
])('%s is refused as by the app', async (_, body) => {
  const fast = await send(body)
  const slow = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': browser },
    body,
  })
  expect(site.left).toBe(1)
  expect(fast.status).toBeGreaterThanOrEqual(400)
  expect([fast.status, await fast.json()]).toEqual([slow.status, await slow.json()])
  expect(await countViews()).toBe(0)
})

test('a client over the limit is told so, and others are not', async () => {
  const from = { 'x-forwarded-for': '198.51.100.7' }
  for (let sent = 0; sent < 600; sent += 1) await send(JSON.stringify(visit), from)
  expect(site.left).toBe(0)
  const refused = await send(JSON.stringify(visit), from)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await send(JSON.stringify(visit), { 'x-forwarded-for': '198.51.100.8' })).status).toBe(
    204,
  )
})

test('a body in crumbs is refused before it is whole', async () => {
  // Each letter by itself, which a network might join.
  const crumbs = new PassThrough()
  const request = Object.assign(crumbs, {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'content-length': '16000' },
    socket: { remoteAddress: '127.0.0.1' },
  })
  const answered: number[] = []
  const response = {
    headersSent: false,
    writeHead(status: number) {
      answered.push(status)
      this.headersSent = true
      return { end() {} }
    },
  }
  const count = createVisitsPath(app.services, () => answered.push(0))
  expect(count(request as never, response as never)).toBe(true)
  for (let letter = 0; letter < 2_500; letter += 1) crumbs.write('x')
  crumbs.end()
  await expect.poll(() => answered).toEqual([400])
})

test('a body may come in parts, and one that breaks off harms nobody', async () => {
  const body = JSON.stringify(visit)
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nuser-agent: ${browser}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  const whole = connect(site.port, '127.0.0.1')
  whole.write(head + body.slice(0, 10))
  setImmediate(() => whole.write(body.slice(10)))
  expect(await text(whole)).toMatch(/^HTTP\/1.1 204 /)
  const broken = connect(site.port, '127.0.0.1')
  broken.end(head + body.slice(0, 10))
  await text(broken)
  expect((await send(body)).status).toBe(204)
  expect(await countViews()).toBe(2)
})
