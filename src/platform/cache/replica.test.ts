import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { type Database, openReplica } from '#database/open.ts'
import { commentsTag } from '#features/comments/server/queries.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMetrics, writeMetrics } from '#server/metrics/metrics.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { failingDatabase } from '#testing/failing-database.ts'
import { startTestPages } from '#testing/pages.ts'
import { startTestStandby } from '#testing/standby.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { statementsAfterRestore } from '../../commands/backup/after-restore.ts'
import { createReplica } from './replica.ts'
import { type CacheTag, createTagVersions, restoreTag } from './tag-versions.ts'

const server = process.env.TEST_DATABASE_URL

let app: TestApp
let standby: Awaited<ReturnType<typeof startTestStandby>>
let stopSync: () => Promise<void>

beforeAll(async () => {
  if (!server) return
  app = await startTestApp({ FORM_SECONDS_MIN: '0' })
  standby = await startTestStandby(app.services.config.databaseUrl)
  const { tagVersions, database, log } = app.services
  stopSync = tagVersions.startSync(database, log)
})
afterAll(async () => {
  if (!server) return
  await stopSync()
  await app[Symbol.asyncDispose]()
  await standby.stop()
})
beforeEach(async () => {
  if (server) await standby.resume()
})

let articles = 0
let reads = 0
const nextRead = () => {
  reads += 1
  return reads
}

/**
 * Stores an article, which the standby has then. @returns its page, each time under a URL that was not asked for before
 */
async function createReadArticle() {
  articles += 1
  const title = `Article ${articles}`
  const id = await createArticle(app.services, { title })
  const count = `select count(*)::int from articles where id = ${id}`
  await expect.poll(() => standby.query(count)).toEqual({ count: 1 })
  return { id, title, page: () => `/insights/article-${articles}?posted=${nextRead()}` }
}
const rename = (id: number, title: string) =>
  app.services.database.updateTable('articles').set({ title }).where('id', '=', id).execute()
const list = () => `/api/website/news/?page_size=${nextRead()}`

/** The pages as a process has them that reads from the standby, once it does. */
async function startReading({ url = standby.url, wrap = (database: Database) => database } = {}) {
  const proxy = await startTcpProxy(url)
  const config = { databaseReplicaUrl: proxy.through(url), databasePoolSize: 4 }
  const opened = openReplica(config)
  if (!opened) throw new Error('The replica was not opened')
  const logged: string[] = []
  const write = (line: string) => logged.push(JSON.parse(line).problem)
  const log = pino({ level: 'warn' }, { write })
  const replica = createReplica(wrap(opened), { ...app.services, log })
  const stop = replica.start()
  onTestFinished(async () => {
    proxy.set('pass')
    await stop()
    await opened.destroy()
    await proxy[Symbol.asyncDispose]()
  })
  const { request } = await startTestPages({ ...app.services, replica })
  /** The text of a page or a call, and where its reads came from. */
  async function read(path: string, init?: RequestInit) {
    const before = Object.entries(replica.counters())
    const response = await request(path, init)
    const after = Object.values(replica.counters())
    const grown = before.filter(([, count], index) => (after[index] ?? 0) > count)
    const from = grown.map(([name]) => /from="(\w+)"/.exec(name)?.[1])
    return { status: response.status, text: await response.text(), from: from.join(' and ') }
  }
  const isUsed = () => replica.gauges().huza_replica_used === 1
  await expect.poll(isUsed).toBe(true)
  return { proxy, logged, replica, read, isUsed }
}

const isPublished = (tag: CacheTag) =>
  app.services.tagVersions.publishedVersionOf(tag) < Number.POSITIVE_INFINITY

onPostgres('what visitors read comes from the standby, all else from the primary', async () => {
  const { page, title } = await createReadArticle()
  const { read } = await startReading()
  for (const path of [page(), list()]) {
    const { from, text } = await read(path)
    expect([from, text]).toEqual(['replica', expect.stringContaining(title)])
  }
  const authorization = `Bearer ${await app.signIn('EDITOR')}`
  expect(await read(list(), { headers: { authorization } })).toMatchObject({
    status: 200,
    from: '',
  })
  expect((await read('/api/students/certificate/?email=a@example.rw')).from).toBe('')
})

onPostgres('what a write has changed is not read from a standby that lacks the write', async () => {
  const { id, page, title } = await createReadArticle()
  const { read } = await startReading()
  const kept = page()
  expect((await read(kept)).text).toContain(title)
  await standby.pause()
  await rename(id, 'Changed here')
  app.services.tagVersions.invalidate(['News'])
  expect((await read(kept)).text).toContain('Changed here')
  await expect.poll(() => isPublished('News')).toBe(true)
  const { from, text } = await read(list())
  expect([from, text]).toEqual(['primary', expect.stringContaining('Changed here')])
  // Other tags are as they were.
  expect((await read('/api/website/events/')).from).toBe('replica')

  await rename(id, 'Changed elsewhere')
  const other = createTagVersions()
  const stopOther = other.startSync(app.services.database, app.services.log)
  onTestFinished(stopOther)
  const known = app.services.tagVersions.publishedVersionOf('News')
  other.invalidate(['News'])
  await expect.poll(() => app.services.tagVersions.publishedVersionOf('News')).not.toBe(known)
  expect((await read(kept)).text).toContain('Changed elsewhere')
  expect((await read(list())).text).toContain('Changed elsewhere')

  await standby.resume()
  await expect.poll(async () => (await read(list())).from).toBe('replica')
  expect((await read(list())).text).toContain('Changed elsewhere')
})

onPostgres('who comments sees the comment, however far the standby is behind', async () => {
  const { id, page } = await createReadArticle()
  const { read } = await startReading()
  await standby.pause()
  const words = 'I have read this twice.'
  const { status } = await app.json('/api/website/comments/', {
    method: 'POST',
    json: { name: 'Aline', email: 'aline@example.rw', message: words, news_id: id },
  })
  expect(status).toBe(201)
  expect((await read(page())).text).toContain(words)
  await expect.poll(() => isPublished(commentsTag(id))).toBe(true)
  expect((await read(page())).text).toContain(words)
  expect((await read(list())).from).toBe('replica')
})

onPostgres('what the standby does not have yet is found on the primary', async () => {
  const { read } = await startReading()
  await standby.pause()
  const id = await createArticle(app.services, { title: 'Brand new' })
  expect((await read(`/api/website/news/${id}/`)).status).toBe(200)
  expect((await read('/api/website/news/12345678/')).status).toBe(404)
  expect((await read('/api/website/news/none/')).status).toBe(400)
})

onPostgres('a statement that fails on the standby alone is repeated on the primary', async () => {
  const { title } = await createReadArticle()
  const wrap = (database: Database) =>
    failingDatabase(database, (kind) => kind === 'SelectQueryNode')
  const { read, isUsed } = await startReading({ wrap })
  const { from, text } = await read(list())
  expect([from, text]).toEqual(['primary', expect.stringContaining(title)])
  expect(isUsed()).toBe(true)
})

onPostgres.each(['cut', 'silent'] as const)(
  'without the standby, its line %s, the primary serves visitors until it is back',
  async (mode) => {
    const { title } = await createReadArticle()
    const { read, proxy, isUsed, logged, replica } = await startReading()
    expect((await read(list())).from).toBe('replica')
    proxy.set(mode)
    for (const path of [list(), list()]) {
      const { from, text } = await read(path)
      expect([from, text]).toEqual(['primary', expect.stringContaining(title)])
    }
    expect([isUsed(), logged]).toEqual([false, ['it does not answer']])
    const metrics = createMetrics({ counts: { hits: 0, misses: 0 } }, replica)
    const scraped = writeMetrics({ 1: metrics.read() }, [metrics.read()], {}).split('\n')
    metrics.stop()
    expect(scraped).toContain('huza_replica_used{process="1"} 0')
    expect(scraped).toContain('# TYPE huza_replica_reads_total counter')
    for (const [name, count] of Object.entries(replica.counters()))
      expect(scraped).toContain(`${name} ${2 * count}`)
    proxy.set('pass')
    await expect.poll(isUsed, { timeout: 10_000 }).toBe(true)
    expect((await read(list())).from).toBe('replica')
  },
)

onPostgres('a standby that is more than ten seconds behind is not read from', async () => {
  const { read, isUsed, logged, replica } = await startReading()
  await standby.pause()
  await createArticle(app.services)
  const lag = () => replica.gauges().huza_replica_lag_seconds
  const loggedLater = async () => {
    app.advanceS(4)
    await isUsed()
    return logged
  }
  // On a busy machine it may not answer at first.
  await expect
    .poll(loggedLater, { interval: 1_500, timeout: 20_000 })
    .toContain('it is more than 10 s behind')
  expect(lag()).toBeGreaterThan(10)
  expect((await read(list())).from).toBe('primary')
  await standby.resume()
  await expect.poll(isUsed).toBe(true)
  await expect.poll(lag).toBe(0)
})

onPostgres(
  'a standby from before a restore is not read from, however far its own log is',
  async () => {
    const { title } = await createReadArticle()
    const { read, isUsed, logged } = await startReading()
    await standby.pause()
    const { database, tagVersions } = app.services
    for (const statement of statementsAfterRestore(app.services.config, {
      name: '',
      now: new Date(),
    })) {
      if (statement.includes(restoreTag)) await sql.raw(statement).execute(database)
    }
    await expect.poll(() => tagVersions.publishedVersionOf(restoreTag)).toBeGreaterThan(0)
    const { from, text } = await read(list())
    expect([from, text]).toEqual(['primary', expect.stringContaining(title)])
    await expect.poll(isUsed).toBe(false)
    expect(logged).toEqual(['it lacks the last restore'])
    await standby.resume()
    await expect.poll(isUsed).toBe(true)
    expect((await read(list())).from).toBe('replica')
  },
)

onPostgres('a standby that has become a primary of its own is not read from', async () => {
  const { id, title } = await createReadArticle()
  const promoted = await startTestStandby(app.services.config.databaseUrl)
  onTestFinished(promoted.stop)
  const { read, isUsed, logged } = await startReading({ url: promoted.url })
  await promoted.query('select pg_promote()')
  await promoted.query(`update articles set title = 'Forked' where id = ${id}`)
  const { from, text } = await read(list())
  expect([from, text]).toEqual(['primary', expect.stringContaining(title)])
  await expect.poll(isUsed).toBe(false)
  expect(logged).toEqual(['it is no standby'])
})

onPostgres('without the primary, visitors read what was not cached from the standby', async () => {
  const { page, title } = await createReadArticle()
  const { databaseUrl = '' } = app.services.config
  const proxy = await startTcpProxy(databaseUrl)
  const other = await startTestApp({
    DATABASE_URL: proxy.through(databaseUrl),
    DATABASE_REPLICA_URL: standby.url,
    LOG_LEVEL: 'silent',
  })
  const { services } = other
  other.setNow(app.services.now())
  const stops = [services.tagVersions.startSync(services.database, services.log)]
  stops.push(services.replica?.start() ?? (async () => {}))
  onTestFinished(async () => {
    proxy.set('pass')
    for (const stop of stops) await stop()
    await other[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })
  const { request } = await startTestPages(services)
  const isReady = () =>
    services.replica?.gauges().huza_replica_used === 1 &&
    services.tagVersions.publishedVersionOf('News') < Number.POSITIVE_INFINITY
  await expect.poll(isReady).toBe(true)
  await services.readSettings()
  proxy.set('cut')
  const response = await request(page())
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(title)])
})
