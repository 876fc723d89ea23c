import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startPurging } from './cdn-purge.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
})
afterEach(() => app[Symbol.asyncDispose]())

type Purge = { method: string; headers: IncomingHttpHeaders; tags: string[] }

/** A CDN that takes purges, and answers with `status`. */
async function startCdn() {
  const cdn = { status: 200, purges: [] as Purge[], url: '' }
  const server = createServer(async (request, response) => {
    const { tags } = (await json(request)) as { tags: string[] }
    cdn.purges.push({ method: String(request.method), headers: request.headers, tags })
    response.writeHead(cdn.status).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  cdn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`
  return cdn
}

function start(url: string, now = app.services.now) {
  const cdnPurge = { url, header: { authorization: 'Bearer key' } }
  const stop = startPurging({ ...app.services, config: { ...app.services.config, cdnPurge }, now })
  onTestFinished(stop)
  return stop
}

const write = (tag: string, version: number) =>
  app.services.database
    .insertInto('cache_versions')
    .values({ tag, version })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet({ version }))
    .execute()
const purged = () =>
  app.services.database.selectFrom('cache_versions').selectAll().orderBy('tag').execute()

/** Lets the moment pass that a write is left for, once it was seen. */
async function settle(until: () => boolean) {
  await expect
    .poll(
      () => {
        app.advanceS(2)
        return until()
      },
      { interval: 300 },
    )
    .toBe(true)
}

test('each tag that was written to is purged once, by one of several processes', async () => {
  const cdn = await startCdn()
  await write('News', 3)
  await write('Comment:7', 1)
  start(cdn.url)
  start(cdn.url)
  await settle(() => cdn.purges.length > 0)
  const [{ method, headers, tags } = cdn.purges[0] as Purge] = cdn.purges
  expect([method, headers.authorization]).toEqual(['POST', 'Bearer key'])
  expect(tags.toSorted()).toEqual(['Comment:7', 'News'])
  expect(headers['surrogate-key']).toBe(tags.join(' '))
  expect(headers['cache-tag']).toBe(tags.join(','))
  await expect.poll(purged).toMatchObject([{ purged_version: 1 }, { purged_version: 3 }])
  await write('News', 4)
  await settle(() => cdn.purges.length > 1)
  expect(cdn.purges.map((one) => one.tags.length)).toEqual([2, 1])
})

test('what the CDN did not take is purged as soon as it does, also after a restart', async () => {
  const cdn = await startCdn()
  cdn.status = 503
  await write('Event', 1)
  const stop = start(cdn.url)
  await settle(() => cdn.purges.length > 1)
  expect(await purged()).toMatchObject([{ purged_version: 0 }])
  await stop()
  cdn.status = 200
  start(cdn.url)
  await settle(() => cdn.purges.length > 2)
  await expect.poll(purged).toMatchObject([{ purged_version: 1 }])
})

test('what a process that was killed had to purge is purged by another one within a minute', async () => {
  const cdn = await startCdn()
  await write('News', 1)
  let isKilled = false
  start(cdn.url, () => {
    if (isKilled) throw new Error('killed')
    return app.services.now()
  })
  await settle(() => cdn.purges.length > 0)
  await expect.poll(purged).toMatchObject([{ purged_version: 1 }])
  isKilled = true
  const killedAt = app.services.now().getTime()
  await write('News', 2)
  start(cdn.url)
  await settle(() => cdn.purges.length > 1)
  expect(app.services.now().getTime() - killedAt).toBeLessThanOrEqual(60_000)
})

test('a write that comes while the one before is purged is purged as well', async () => {
  const cdn = await startCdn()
  for (let tag = 0; tag < 40; tag += 1) await write(`News:${tag}`, 1)
  start(cdn.url)
  await settle(() => cdn.purges.length > 0)
  await write('News:1', 2)
  await settle(() => cdn.purges.length > 2)
  await expect
    .poll(async () => (await purged()).every((one) => one.purged_version === one.version))
    .toBe(true)
  expect(cdn.purges.map(({ tags }) => tags.length)).toEqual([30, 10, 1])
})
