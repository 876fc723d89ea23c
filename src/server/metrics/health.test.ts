import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCachedResponse } from '#platform/cache/cached-response.ts'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { noteBackup } from '#platform/storage/last-backup.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { createApp } from '../app.ts'
import { createMetrics, sumProcesses, writeMetrics } from './metrics.ts'

const token = 'a-token-for-scrapes-that-is-long-enough'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ METRICS_TOKEN: token })
})
afterEach(() => app[Symbol.asyncDispose]())

/** The app with metrics, as a server has it. */
function startCounting({ isStopping = false, metricsToken = token } = {}) {
  const services = { ...app.services, config: { ...app.services.config, metricsToken } }
  const pages = createPageCache(services.tagVersions, services.now)
  const metrics = createMetrics(pages, null)
  const counting = createApp(services, {
    handlePage: async () => new Response('A page', { status: 404 }),
    cache: null,
    metrics,
    routeOf: () => '/news/:slug',
    isStopping: () => isStopping,
  })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost${path}`, { headers })
    const response = await counting.fetch(request, { peerAddress: '127.0.0.1' })
    return { status: response.status, text: await response.text() }
  }
  const scrape = async () => (await get('/metrics', { authorization: `Bearer ${token}` })).text
  return { get, scrape, pages, metrics }
}

test('a process that stops, or whose migrations have yet to run, is not ready but alive', async () => {
  const stopping = startCounting({ isStopping: true })
  expect(await stopping.get('/readyz')).toEqual({
    status: 503,
    text: '{"status":"the process is stopping"}',
  })
  expect((await stopping.get('/healthz')).status).toBe(200)
  const rename = (from: string, to: string) =>
    sql`update kysely_migration set name = ${to} where name = ${from}`.execute(
      app.services.database,
    )
  await rename('001-recruitment', 'unknown')
  try {
    const { status, body } = await app.json('/readyz')
    expect([status, body]).toEqual([503, { status: 'migrations have yet to run' }])
  } finally {
    await rename('unknown', '001-recruitment')
  }
  expect((await app.json('/readyz')).status).toBe(200)
})

test('metrics are for who has the token, and for nobody where none is set', async () => {
  const { get, scrape } = startCounting()
  expect((await get('/metrics')).status).toBe(401)
  const wrong = { authorization: 'Bearer another-token' }
  expect((await get('/metrics', wrong)).status).toBe(401)
  expect(await scrape()).toContain('# TYPE huza_requests_total counter')
  const without = startCounting({ metricsToken: '' })
  expect(await without.scrape()).toBe('A page')
})

test('requests are counted by route and status, however many paths a client makes up', async () => {
  const { get, scrape } = startCounting()
  for (const path of ['/api/website/news/one/', '/api/website/news/two/']) await get(path)
  await get('/api/website/cohorts/')
  await get('/news/made-up')
  await get('/healthz')
  const lines = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith('huza_requests_total'))
  expect(lines.sort()).toEqual([
    'huza_requests_total{route="/api/website/cohorts/",status="200"} 1',
    'huza_requests_total{route="/api/website/news/{id}/",status="400"} 2',
    'huza_requests_total{route="/healthz",status="200"} 1',
    'huza_requests_total{route="/news/:slug",status="404"} 1',
  ])
})

test('the cache, the outbox, the backups, the disk and the process are told of', async () => {
  const { scrape, pages } = startCounting()
  const page = await createCachedResponse(200, {}, Buffer.from('A page'))
  await pages.getOrRender('/', async () => page)
  pages.find('/')
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(app.services.database, email, app.services.now().toISOString())
  expect(await scrape()).not.toContain('huza_backup_age_seconds')
  await noteBackup(app.services.database, app.services.now())
  app.advanceS(90)
  const text = await scrape()
  expect(text).toContain('huza_ready 1\n')
  expect(text).toContain('huza_backup_age_seconds 90\n')
  expect(text).toMatch(/huza_disk_free_bytes \d{6,}\n/)
  expect(text).toContain('huza_page_cache_hits_total 1\n')
  expect(text).toContain('huza_page_cache_misses_total 1\n')
  expect(text).toContain('huza_outbox_waiting 1\n')
  expect(text).toContain('huza_outbox_oldest_seconds 90\n')
  expect(text).toMatch(/huza_memory_bytes\{process="1",kind="resident"\} \d+\n/)
  expect(text).toMatch(/huza_event_loop_delay_seconds\{process="1",quantile="0.99"\} [\d.e-]+\n/)
  // What Prometheus can't read would lose the whole scrape.
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(
      /^(# HELP \w+ [A-Z][^\\]*\.|# TYPE \w+ (counter|gauge|histogram|summary)|\w+(\{(\w+="[^"\\]*",?)+\})? \d[\d.e-]*)$/,
    )
  }
})

test('emails are counted by what became of them, whether or not they are deleted since', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const { scrape } = startCounting()
  const countsIn = (text: string) =>
    ['sent', 'put off', 'given up'].map((outcome) =>
      Number(text.split(`huza_emails_total{outcome="${outcome}"} `)[1]?.split('\n')[0]),
    )
  const before = countsIn(await scrape())
  const now = app.services.now().toISOString()
  for (const name of ['aline', 'later', 'refused', 'eric']) {
    const email = { recipient: `${name}@example.rw`, subject: 'Hello', parts: ['Hello'] }
    await putInOutbox(app.services.database, email, now)
  }
  await sendDueEmails(app.services, mail.mailer)
  await app.services.database.deleteFrom('outbox').execute()
  const after = countsIn(await scrape())
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([2, 1, 1])
})

test('durations are a histogram, added up over the processes and those that ended', () => {
  const { metrics } = startCounting()
  for (const durationMs of [0.5, 3, 3, 20_000]) metrics.record('file', 200, durationMs)
  const read = { ...metrics.read(), gauges: { huza_uptime_seconds: 1 } }
  const text = writeMetrics({ 1: read, 2: read }, [read], {})
  expect(text).toContain('huza_requests_total{route="file",status="200"} 12\n')
  expect(text).toContain('huza_process_requests_total{process="2"} 4\n')
  const of = (end: string) => `huza_request_duration_seconds_bucket{route="file",le="${end}"}`
  expect(text).toContain(`${of('0.001')} 3\n${of('0.0025')} 3\n${of('0.005')} 9\n`)
  expect(text).toContain(`${of('10')} 9\n${of('+Inf')} 12\n`)
  expect(text).toContain('huza_request_duration_seconds_count{route="file"} 12\n')
  expect(sumProcesses([]).routes).toEqual({})
})
