import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { isUnreachable } from '#database/errors.ts'
import { hourMs } from '#shared/durations.ts'
import { startTestApp } from '#testing/app.ts'
import { applicationForm, apply, createCohortAndStack } from '#testing/applying.ts'
import { startRefusing, startS3 } from '#testing/s3.ts'
import { countFiles, pdf, pdfOf } from '#testing/sending-files.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { openPlace } from './backup-place.ts'
import { removeFile, removeUnclaimedFiles } from './files.ts'
import { openStorage } from './storage.ts'

const s3 = await startS3()
const dataDir = await mkdtemp(join(tmpdir(), 'huza-storage-'))
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const places = [
  ['the local disk', undefined],
  ['S3', s3.url],
] as const
const bytesOf = async (stream: ReadableStream) =>
  Buffer.from(await new Response(stream).arrayBuffer())

test.each(places)(
  'what is stored on %s is read as it came until it is deleted',
  async (_name, storageUrl) => {
    const storage = await openStorage({ dataDir, storageUrl })
    for (const [key, content] of [
      ['resumes/small', pdf],
      ['resumes/large', pdfOf(3_000_000)],
      ['other/empty', Buffer.alloc(0)],
    ] as const) {
      const path = join(storage.spoolDir, 'upload')
      await writeFile(path, content)
      await storage.store({ path }, key, 'application/pdf')
      expect(await readdir(storage.spoolDir)).toEqual([])
      expect(await storage.exists(key)).toBe(true)
      expect((await bytesOf(await storage.read(key))).equals(content)).toBe(true)
      await storage.delete(key)
      expect(await storage.exists(key)).toBe(false)
      await expect(storage.read(key)).rejects.toThrow(key)
      await storage.delete(key)
    }
  },
)

test('a file whose row could not be written is not there, nor in the spool', async () => {
  const storage = await openStorage({ dataDir })
  const noted = Promise.reject(new Error('The database is gone'))
  noted.catch(() => {})
  const content = { bytes: Buffer.from('%PDF') }
  const storing = storage.store(content, 'resumes/unnoted', 'application/pdf', noted)
  await expect(storing).rejects.toThrow('The database is gone')
  expect(await storage.exists('resumes/unnoted')).toBe(false)
  expect(await readdir(storage.spoolDir)).toEqual([])
})

test('a folder that was removed is made again', async () => {
  const storage = await openStorage({ dataDir })
  const content = { bytes: Buffer.from('%PDF') }
  await storage.store(content, 'resumes/one', 'application/pdf')
  await rm(join(dataDir, 'files'), { recursive: true })
  await storage.store(content, 'resumes/two', 'application/pdf')
  expect((await bytesOf(await storage.read('resumes/two'))).equals(content.bytes)).toBe(true)
})

test('a file that cannot be read from the spool is not stored', async () => {
  const storage = await openStorage({ dataDir })
  const missing = join(storage.spoolDir, 'missing')
  await expect(
    storage.store({ path: missing }, 'resumes/missing', 'application/pdf'),
  ).rejects.toThrow()
  expect(await storage.exists('resumes/missing')).toBe(false)
})

test('only files that were not written to for long are removed from the spool', async () => {
  const { spoolDir, clearSpool } = await openStorage({ dataDir })
  const anHourAgo = new Date(Date.now() - hourMs)
  const age = (name: string) => utimes(join(spoolDir, name), anHourAgo, anHourAgo)
  for (const name of ['left', 'under-way']) await writeFile(join(spoolDir, name), name)
  await age('left')
  await clearSpool(30 * 60 * 1000)
  expect(await readdir(spoolDir)).toEqual(['under-way'])
  await age('under-way')
  await clearSpool(30 * 60 * 1000)
  expect(await readdir(spoolDir)).toEqual([])
})

async function startAppOn(storageUrl: string) {
  const app = await startTestApp({ STORAGE_URL: storageUrl })
  onTestFinished(() => app[Symbol.asyncDispose]())
  return app
}

test('an application is submitted to S3, downloaded from it and deleted for good with its resume', async () => {
  const app = await startAppOn(s3.url)
  const token = await app.signIn('RECRUITER')
  const { status, body } = await apply(app, applicationForm(await createCohortAndStack(app)))
  expect(status).toBe(201)
  const download = await app.request(`/api/admin/applications/${body.data.id}/resume/`, { token })
  expect(download.headers.get('content-type')).toBe('application/pdf')
  expect((await bytesOf(download.body as ReadableStream)).equals(pdf)).toBe(true)
  const { key } = await app.services.database
    .selectFrom('files')
    .select('key')
    .executeTakeFirstOrThrow()
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 0, rows: 1 })
  await app.request(`/api/admin/applications/${body.data.id}/`, { method: 'DELETE', token })
  expect(await app.services.storage.exists(key)).toBe(true)
  const admin = { token: await app.signIn('ADMIN') }
  const [entry] = (await app.json('/api/admin/trash/', admin)).body.results
  await app.request(`/api/admin/trash/${entry.id}/`, { method: 'DELETE', ...admin })
  expect(await app.services.storage.exists(key)).toBe(false)
})

test('when S3 fails, the application fails cleanly and takes no spot', async () => {
  const failing = createServer((request, response) => {
    request.resume()
    response.writeHead(500).end()
  }).listen(0, '127.0.0.1')
  await once(failing, 'listening')
  const { port } = failing.address() as AddressInfo
  const app = await startAppOn(`s3://a:b@127.0.0.1:${port}/huza?tls=off`)
  const { status, body } = await apply(app, applicationForm(await createCohortAndStack(app)))
  expect([status, Object.keys(body)]).toEqual([503, ['detail']])
  const { database } = app.services
  expect(await database.selectFrom('applications').select('id').execute()).toEqual([])
  const cohort = await database.selectFrom('cohorts').select('registered').executeTakeFirst()
  expect(cohort).toEqual({ registered: 0 })
  // The row stays, unclaimed, until the storage responds again: the bytes may have been stored despite the failure.
  expect(await countFiles(app)).toMatchObject({ spooled: 0, rows: 1 })
  expect(await removeUnclaimedFiles(app.services, 0)).toBe(0)
  failing.close()
})

test.each([
  [403, 'AccessDenied', false],
  [403, 'InvalidObjectState', false],
  [400, 'KeyTooLongError', false],
  [404, 'NoSuchKey', false],
  [404, 'NoSuchBucket', true],
  [403, 'InvalidAccessKeyId', true],
  [403, 'RequestTimeTooSkewed', true],
  [400, 'RequestTimeout', true],
  [429, 'TooManyRequests', true],
  [503, 'SlowDown', true],
])(
  'an S3 that answers a read by %i %s: may be asked again later: %s',
  async (status, code, passes) => {
    const { url, close } = await startRefusing(status, code)
    onTestFinished(() => void close())
    const storage = await openStorage({ dataDir, storageUrl: url })
    const error = await storage.read('resumes/one').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(isUnreachable(error)).toBe(passes)
  },
)

test.each([
  [403, 'AccessDenied', false],
  [503, 'SlowDown', true],
])(
  'an S3 that answers a removal by %i %s: may be asked again later: %s',
  async (status, code, passes) => {
    const { url, close } = await startRefusing(status, code)
    onTestFinished(() => void close())
    const storage = await openStorage({ dataDir, storageUrl: url })
    const error = await storage.delete('resumes/one').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(isUnreachable(error)).toBe(passes)
  },
)

test('staff are told by 503 that S3 is gone, or does not give out the file that they ask for', async () => {
  const proxy = await startTcpProxy(s3.url)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const app = await startAppOn(proxy.through(s3.url))
  app.services.log.level = 'silent'
  const token = await app.signIn('ADMIN')
  const { body } = await apply(app, applicationForm(await createCohortAndStack(app)))
  const { email } = await app.services.database
    .selectFrom('applications')
    .select('email')
    .executeTakeFirstOrThrow()
  const ask = async () => {
    const {
      status,
      headers,
      body: told,
    } = await app.json(`/api/admin/applications/${body.data.id}/resume/`, { token })
    return [status, headers.get('retry-after'), told]
  }
  proxy.set('cut')
  const gone = [503, '30', { detail: expect.stringContaining('Please try again in a minute') }]
  expect(await ask()).toEqual(gone)
  const json = { email, testimonial_ids: [] }
  const own = await app.json('/api/admin/personal-data/export/', { method: 'POST', token, json })
  expect(own.status).toBe(503)
  proxy.set('pass')
  const { key } = await app.services.database
    .selectFrom('files')
    .select('key')
    .executeTakeFirstOrThrow()
  await app.services.storage.delete(key)
  const refused = [503, '600', { detail: expect.stringContaining('does not give out this file') }]
  expect(await ask()).toEqual(refused)
})

test('a silent S3 is given up while an applicant may still wait, after it was sent the file', async () => {
  const sent: number[] = []
  const silent = createTcpServer((socket) => {
    const attempt = sent.push(0) - 1
    socket.on('data', ({ length }) => {
      sent[attempt] = (sent[attempt] ?? 0) + length
    })
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const storageUrl = `s3://a:b@127.0.0.1:${port}/huza?tls=off`
  const storage = await openStorage({ dataDir, storageUrl })
  const bytes = pdfOf(3_000_000)
  const storing = storage
    .store({ bytes }, 'resumes/one', 'application/pdf')
    .catch(({ message }) => message)
  // Two attempts of five seconds.
  expect(await Promise.race([storing, wait(15_000)])).toBe('The storage does not answer')
  expect(sent.map((count) => count > bytes.length)).toEqual([true, true])
  silent.close()
}, 30_000)

test('a backup, for which nobody waits, bears an S3 that takes six seconds for a part', async () => {
  const slow = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end(), 6_000))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  onTestFinished(() => void slow.close())
  const { port } = slow.address() as AddressInfo
  const url = `s3://a:b@127.0.0.1:${port}/huza?tls=off`
  const place = await openPlace({ dataDir, backup: { url, key: 'k'.repeat(32) } })
  await expect(place.put('files/one', Readable.from([pdf]))).resolves.toBeUndefined()
}, 30_000)

test('a file that an application has claimed is never removed', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  await apply(app, applicationForm(await createCohortAndStack(app)))
  const file = await app.services.database
    .selectFrom('files')
    .select(['id', 'key'])
    .executeTakeFirstOrThrow()
  await removeFile(app.services, file)
  expect(await app.services.storage.exists(file.key)).toBe(true)
})
