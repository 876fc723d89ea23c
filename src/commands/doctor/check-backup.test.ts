import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#config'
import { startErasure } from '#features/personal-data/server/erase.ts'
import { listErasures } from '#platform/retention/erasure-list.ts'
import { openPlace } from '#platform/storage/backup-place.ts'
import { noteBackup } from '#platform/storage/last-backup.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { fine, lookAt, wrong } from '#testing/examining.ts'
import { startS3 } from '#testing/s3.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('a place of backups that is away or refuses, and a backup that is old, are told of', async () => {
  const { dataDir } = app.services.config
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const key = 'a key of backups that is long enough for this'
  const url = pathToFileURL(folder).href
  const told = (backup: Config['backup'], now?: () => Date) =>
    lookAt(app, 'backup', { backup }, now && { now })
  expect(await told({ url: undefined, key })).toMatchObject(fine('BACKUP_URL is not set'))
  expect(await told({ url, key: undefined })).toMatchObject(wrong('BACKUP_KEY'))
  expect(await told({ url: `${url}/missing`, key })).toMatchObject(wrong('mount its disk'))
  const within = pathToFileURL(join(dataDir, 'backups')).href
  expect(await told({ url: within, key })).toMatchObject(wrong('in the data folder'))
  expect(await told({ url, key })).toMatchObject(fine('no backup with this key yet'))
  const afterDays = () => new Date(Date.now() + 3 * 24 * 3600_000)
  expect(await told({ url, key }, afterDays)).toMatchObject(wrong('for 72 hours none was made'))
  await noteBackup(app.services.database, new Date(Date.now() + 2 * 24 * 3600_000))
  expect(await told({ url, key }, afterDays)).toMatchObject(fine('no backup with this key yet'))
  expect(await told({ url: undefined, key }, afterDays)).toMatchObject(fine('is not set'))
  const now = () => new Date('2026-03-02T08:00:00Z')
  const place = await openPlace({ dataDir, backup: { url, key } })
  await place.putPacked('backups/20260301T080000Z/manifest', Readable.from([Buffer.from('{}')]))
  expect(await told({ url, key }, now)).toMatchObject(fine('is 24 hours old'))
  const later = () => new Date('2026-03-04T08:00:00Z')
  expect(await told({ url, key }, later)).toMatchObject(wrong('is 72 hours old'))
  // As a clock that was ahead has named one.
  await place.putPacked('backups/20300101T080000Z/manifest', Readable.from([Buffer.from('{}')]))
  expect(await told({ url, key }, later)).toMatchObject(wrong('is 72 hours old'))
  const before = () => new Date('2026-02-01T08:00:00Z')
  expect(await told({ url, key }, before)).toMatchObject(wrong('is the clock right?'))
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  expect(await told({ url: s3.url, key })).toMatchObject(fine('127.0.0.1'))
  const elsewhere = s3.url.replace('/huza', '/missing')
  expect(await told({ url: elsewhere, key })).toMatchObject(wrong('BACKUP_URL'))
})

test('erasures that the site could not note where the backups are for an hour are told of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const backup = { url: pathToFileURL(folder).href, key: 'a key of backups that is long enough' }
  const subject = { email_key: 'aline@example.rw', testimonial_ids: [] }
  await startErasure(app.services, subject, { clientIp: '' })
  const soon = new Date(app.services.now().getTime() + 59 * 60_000)
  const told = (now: Date) => lookAt(app, 'backup', { backup }, { now: () => now })
  expect(await told(soon)).toMatchObject(fine('there is no backup'))
  const later = new Date(app.services.now().getTime() + 61 * 60_000)
  expect(await told(later)).toMatchObject(wrong('has not noted 1 erasure'))
  await listErasures(app.services)
  expect(await told(later)).toMatchObject(fine('there is no backup'))
})
