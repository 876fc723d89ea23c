import { once } from 'node:events'
import { Agent, createServer, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Mock, onTestFinished, test, vi } from 'vitest'
import { countEvent, startCounting } from '#features/analytics/server/counts.ts'
import { startTestApp } from '#testing/app.ts'
import { shutDown } from './shut-down.ts'

const nothing = async () => {}
const background = {
  counting: nothing,
  outbox: nothing,
  sync: nothing,
  upkeep: nothing,
  issues: nothing,
  answers: nothing,
  digests: nothing,
  resumeTexts: nothing,
  searches: nothing,
  mailbox: nothing,
  certificates: nothing,
  purging: nothing,
  replica: nothing,
}

test('all that runs in the background is stopped', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stops = Object.fromEntries(
    Object.keys(background).map((name) => [name, vi.fn(nothing)]),
  ) as Record<keyof typeof background, Mock>
  await shutDown(server, stops, () => {})
  expect(Object.entries(stops).filter(([, stop]) => stop.mock.calls.length === 0)).toEqual([])
})

test('what the background changes while it is stopped is published to other processes', async () => {
  const { services, [Symbol.asyncDispose]: dispose } = await startTestApp()
  onTestFinished(() => dispose())
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { database, log, tagVersions } = services
  const sync = tagVersions.startSync(database, log)
  const upkeep = async () => tagVersions.invalidate(['User'])
  await shutDown(server, { ...background, sync, upkeep }, () => {})
  const published = await database.selectFrom('cache_versions').select('tag').execute()
  expect(published).toEqual([{ tag: 'User' }])
})

test('a form that a proxy sends on a connection that was idle when the server began to stop is answered', async () => {
  const server = createServer((incoming, response) => {
    incoming.resume()
    response.end('Stored')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const post = async () => {
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST' }).end('name=Aline')
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return [response.statusCode, response.headers.connection, sent.reusedSocket]
  }
  expect(await post()).toEqual([200, 'keep-alive', false])
  const stopped = shutDown(server, background, () => {})
  // As late as a proxy may write before it learns of the end.
  await new Promise((resolve) => setImmediate(resolve))
  expect(await post()).toEqual([200, 'close', true])
  await stopped
})

test('the visits are written while a download still has its connection open, and its own after it', async () => {
  const { services, [Symbol.asyncDispose]: dispose } = await startTestApp()
  onTestFinished(() => dispose())
  // Without it, the counts would be written every second anyway.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer((_, response) => void response.write('The first half, '))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const requests = once(server, 'request')
  const download = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [[, response], [received]] = await Promise.all([requests, once(download, 'response')])

  const { database } = services
  const visit = (path: string) =>
    countEvent(database, {
      day: '2026-03-02',
      event: 'page_view',
      path,
      source: 'direct',
      device: 'phone',
      value: '',
      seconds: 0,
    })
  const written = async () => {
    const rows = await database
      .selectFrom('visit_totals')
      .select('path')
      .where('period', '=', '2026-03-02')
      .orderBy('path')
      .execute()
    return rows.map(({ path }) => path)
  }
  const counting = startCounting(services)
  visit('/services')
  let hasStopped = false
  const stopped = shutDown(server, { ...background, counting }, () => {}).then(() => {
    hasStopped = true
  })
  await expect.poll(written).toEqual(['/services'])
  expect(hasStopped).toBe(false)
  visit('/who-we-are')
  response.end('and the second.')
  received.resume()
  await stopped
  expect(await written()).toEqual(['/services', '/who-we-are'])
})
