import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#config'
import { lastDigestDay } from '#features/overview/server/digest.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { withholdOutdated } from '#platform/mail/withhold.ts'
import { removeUnclaimedFiles, storedFolders } from '#platform/storage/files.ts'
import { findLastBackup } from '#platform/storage/last-backup.ts'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onSqlite } from '#testing/engines.ts'
import { startS3 } from '#testing/s3.ts'
import { restoreRest } from './restore-rest.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

test('after a restore nobody is signed in, and emails that were waiting are held', async () => {
  const user = await createUser(app.services)
  await openTestSession(app.services, user)
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(app.services.database, email, app.services.now().toISOString())
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { database } = await openRestored(fresh)
  const sessions = await database.selectFrom('sessions').select('ended_at').execute()
  expect(sessions).toEqual([{ ended_at: expect.any(String) }])
  const waiting = await database.selectFrom('outbox').selectAll().execute()
  expect(waiting).toMatchObject([
    { next_try_at: null, sent_at: null, last_error: expect.stringContaining('Restored') },
  ])
})

test('a backup that was restored counts as the last one', async () => {
  await backups.takeAt('2026-03-01T08:00:00Z')
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { database } = await openRestored(fresh)
  expect(await findLastBackup(database)).toBe('2026-03-02T08:00:00.000Z')
})

test('the digests of the week count as written after a restore', async () => {
  await app.signIn('ADMIN')
  await app.services.database.updateTable('users').set({ digest_on: '2026-02-23' }).execute()
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const site = await openRestored(fresh)
  const { digest_on } = await site.database
    .selectFrom('users')
    .select('digest_on')
    .executeTakeFirstOrThrow()
  expect(digest_on).toBe(lastDigestDay(new Date()))
})

test('no id is given a second time after a restore', async () => {
  await createUser(app.services, { role: 'EDITOR' })
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { database } = await openRestored(fresh)
  const services = { ...app.services, database }
  expect((await createUser(services, { role: 'EDITOR' })).id).toBeGreaterThan(100_000)
  // The ids of a table that was empty go on, too.
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(database, email, app.services.now().toISOString())
  const { id } = await database.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(100_000)
})

test('a withheld email keeps its reason when a backup is restored', async () => {
  const { database, now } = app.services
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(database, email, now().toISOString())
  await database
    .transaction()
    .execute((transaction) => withholdOutdated(transaction, [email.recipient], ['']))
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const site = await openRestored(fresh)
  expect(await site.database.selectFrom('outbox').selectAll().execute()).toMatchObject([
    {
      withheld: 'OUTDATED',
      next_try_at: null,
      claim: null,
      last_error: 'Not sent: what it says no longer holds, or a newer email says it.',
    },
  ])
})

/** Stores files as the site does after the moment that is restored. @returns their keys */
async function storeLater(config: Config) {
  const { storage, database } = await openRestored(config)
  const keys = storedFolders.map((folder) =>
    folder === 'sealed' ? storage.sealedKey() : `${folder}/${randomUUID()}`,
  )
  const bytes = Buffer.from('%PDF-1.7 of somebody who applied later')
  for (const key of keys) {
    await storage.store({ bytes: Buffer.from(bytes) }, key, 'application/pdf')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const at = new Date().toISOString()
    const row = { key, sha256, name: 'a.pdf', type: 'application/pdf', size_bytes: bytes.length }
    await database
      .insertInto('files')
      .values({ ...row, created_at: at, claimed_at: at })
      .execute()
  }
  await database.destroy()
  return keys
}

/** Runs the upkeep of a site two hours from now. @returns how many files it removed, and the keys that are left of some */
async function cleanUp(config: Config, keys: readonly string[]) {
  const { services, close } = await openServices(config, () => new Date(Date.now() + 2 * 3600_000))
  const removed = await removeUnclaimedFiles(services)
  const left: string[] = []
  for (const key of keys) if (await services.storage.exists(key)) left.push(key)
  await close()
  return { removed, left }
}

test('files that were stored after a backup are removed once it is restored, and no others', async () => {
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  expect(await backups.restore(fresh)).toMatchObject({ unnamed: 0, areUnnamedRemoved: true })
  const keys = await storeLater(fresh)
  const restored = await backups.restore(fresh, true)
  expect(restored).toMatchObject({ files: 2, unnamed: 4, areUnnamedRemoved: true })
  expect(await restoreRest(fresh, { isBucketOwn: false })).toMatchObject({ unnamed: 0 })
  expect(await cleanUp(fresh, keys)).toEqual({ removed: 4, left: [] })
  expect(await checkFiles(await openRestored(fresh))).toBe(2)
})

onSqlite(
  'a restore leaves what it finds in a bucket until it is told, however often it is tried',
  async () => {
    const s3 = await startS3()
    onTestFinished(() => s3[Symbol.asyncDispose]())
    await backups.fill(1)
    await backups.takeAt('2026-03-02T08:00:00Z')
    const first = await backups.freshSite({ secretKey: undefined, storageUrl: s3.url })
    await backups.restore(first)
    const keys = await storeLater(first)
    const second = await backups.freshSite({ secretKey: undefined, storageUrl: s3.url })
    expect(await backups.restore(second)).toMatchObject({ unnamed: 4, areUnnamedRemoved: false })
    expect(await cleanUp(second, keys)).toEqual({ removed: 0, left: keys })
    // Tried again: what it replaces is the database of the first try.
    const again = await backups.restore(second, true)
    expect(again).toMatchObject({ unnamed: 4, areUnnamedRemoved: false })
    const rest = await restoreRest(second, { isBucketOwn: false })
    expect(rest).toMatchObject({ unnamed: 4, areUnnamedRemoved: false })
    expect(await cleanUp(second, keys)).toEqual({ removed: 0, left: keys })
    const told = await restoreRest(second, { isBucketOwn: true })
    expect(told).toMatchObject({ unnamed: 4, areUnnamedRemoved: true })
    expect(await cleanUp(second, keys)).toEqual({ removed: 4, left: [] })
    const later = await storeLater(second)
    const restored = await backups.restore(second, true, true)
    expect(restored).toMatchObject({ unnamed: 4, areUnnamedRemoved: true })
    expect(await cleanUp(second, later)).toEqual({ removed: 4, left: [] })
    expect(await checkFiles(await openRestored(second))).toBe(1)
  },
)
