import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import type { Config } from '#config'
import { withClient } from '#database/postgres-dump.ts'
import { attemptErasure, startErasure } from '#features/personal-data/server/erase.ts'
import type { Services } from '#platform/http/context.ts'
import { secretFingerprint } from '#platform/security/secret.ts'
import { claimFile, storeFile } from '#platform/storage/files.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onPostgres } from '#testing/engines.ts'
import { startS3 } from '#testing/s3.ts'
import { startAtMoment, takeBaseBackup, withPostgres } from '../../../scripts/postgres.mjs'
import { restoreBackup } from './restore.ts'
import { restoreRest } from './restore-rest.ts'
import { takeBackup } from './take.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Does some work on a site that has its database already, and stops it. */
async function withSite(config: Config, work: (services: Services) => Promise<unknown>) {
  const { services, close } = await openServices(config)
  try {
    await work(services)
  } finally {
    await close()
  }
}

async function storeClaimed(services: Services, text: string) {
  const bytes = Buffer.from(text)
  const file = await storeFile(services, {
    content: { bytes },
    folder: 'resumes',
    name: 'a.pdf',
    type: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  await services.database
    .transaction()
    .execute((transaction) => claimFile(transaction, file.id, services.now().toISOString()))
}

test('files that the storage has lost come back, and those that no backup has are named', async () => {
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  await backups.restore(fresh)
  await rm(join(fresh.dataDir, 'files'), { recursive: true })
  await withSite(fresh, async ({ database }) => {
    const file = { name: 'a.pdf', type: 'application/pdf', size_bytes: 1, sha256: '', warnings: '' }
    const created_at = '2026-03-02T07:00:00.000Z'
    await database
      .insertInto('files')
      .values({ ...file, key: 'resumes/never', created_at, claimed_at: created_at })
      .execute()
  })
  expect(await restoreRest(fresh, { isBucketOwn: false })).toMatchObject({
    brought: 2,
    lost: ['resumes/never'],
  })
  expect(await restoreRest(fresh, { isBucketOwn: false })).toMatchObject({
    brought: 0,
    lost: ['resumes/never'],
  })
  const site = await openRestored(fresh)
  await site.database.deleteFrom('files').where('key', '=', 'resumes/never').execute()
  expect(await checkFiles(site)).toBe(2)
})

test('a site whose rest of a restore has failed does not start before that is done', async () => {
  await backups.fill(1)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  await backups.restore(fresh)
  await rm(join(fresh.dataDir, 'files'), { recursive: true })
  const [path = ''] = await backups.storedAs('/sealed/')
  await truncate(path, 100)
  await expect(restoreRest(fresh, { isBucketOwn: false })).rejects.toThrow('is damaged')
  await expect(openServices(fresh)).rejects.toThrow('A restore was interrupted')
  // As docs/running.md says of what is damaged.
  await rm(path)
  const { lost } = await restoreRest(fresh, { isBucketOwn: false })
  expect(lost).toHaveLength(1)
  await withSite(fresh, async () => {})
})

test('files that S3 refuses are brought if it takes them, and named otherwise', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  await backups.fill(3)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined, storageUrl: s3.url })
  await backups.restore(fresh)
  const files = await app.services.database
    .selectFrom('files')
    .select('key')
    .orderBy('id')
    .execute()
  const [denied = '', locked = '', archived = ''] = files.map(({ key }) => key)
  s3.refuse(denied, ['GET', 'HEAD'])
  s3.refuse(locked, ['GET', 'HEAD', 'PUT'])
  s3.refuse(archived, ['GET'])
  expect(await restoreRest(fresh, { isBucketOwn: false })).toMatchObject({
    brought: 2,
    lost: [locked],
  })
})

test('what is done after a restore is not done under a site that runs, nor with another secret', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  await backups.restore(fresh)
  const running = await openRestored(fresh)
  await running.database.selectFrom('users').select('id').execute()
  await expect(restoreRest(fresh, { isBucketOwn: false })).rejects.toThrow('stop the site first')
  await running.database.destroy()
  await writeFile(join(fresh.dataDir, 'secret'), 'another secret that is long enough too')
  await expect(restoreRest(fresh, { isBucketOwn: false })).rejects.toThrow(
    'There is another secret in',
  )
})

test('a restore that ended before its secret was in place is finished with that, if it may be overwritten', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  await backups.takeAt('2026-03-02T09:00:00Z', { secretKey: 'the secret of a newer backup' })
  const fresh = await backups.freshSite({ secretKey: undefined })
  const file = join(fresh.dataDir, 'secret')
  // No file can be moved to where a folder is.
  await mkdir(file)
  const to = new Date('2026-03-02T08:30:00Z')
  await expect(
    restoreBackup(fresh, { to, isOverwriting: true, isBucketOwn: false }),
  ).rejects.toThrow('secret')
  await rmdir(file)
  await writeFile(file, 'the secret that was there before the restore')
  const confirmed = secretFingerprint('the secret that was there before the restore')
  for (const secretFingerprint of [undefined, confirmed]) {
    await expect(openServices({ ...fresh, secretFingerprint })).rejects.toThrow(
      'A restore was interrupted before its secret was in place. Run npm run restore -- --rest --overwrite',
    )
  }
  await restoreRest(fresh, { isBucketOwn: false, isOverwriting: true })
  expect(await readFile(file, 'utf8')).toBe(app.services.secret)
  await withSite(fresh, async () => {})
})

onPostgres(
  'PostgreSQL is restored to a second by a base backup and its log, and the rest by ours',
  async () => {
    const archive = await mkdtemp(join(tmpdir(), 'huza-log-'))
    onTestFinished(() => rm(archive, { recursive: true, force: true }))
    const base = join(archive, 'base')
    let moment = new Date()
    const fresh = await backups.freshSite({ secretKey: undefined })
    await withPostgres(
      async (databaseUrl) => {
        const config = { ...fresh, databaseUrl }
        await withSite(config, async (services) => {
          await openTestSession(services, await createUser(services))
          await storeClaimed(services, 'a resume')
          for (const name of ['before', 'erased']) {
            await createMessage(services, { email: `${name}@example.rw` })
          }
          await takeBackup(config)
          await takeBaseBackup(databaseUrl, base)
          await createMessage(services, { email: 'kept@example.rw' })
          // PostgreSQL counts microseconds: a millisecond later, what is stored is before the moment.
          moment = new Date(Date.now() + 1)
          await wait(100)
          await createMessage(services, { email: 'after@example.rw' })
          const subject = { email_key: emailKeyOf('erased@example.rw'), testimonial_ids: [] }
          const id = await startErasure(services, subject, { clientIp: '' })
          await attemptErasure(services, erasedKinds, id)
        })
        await withClient(databaseUrl, async (client) => {
          const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name')
          const sql = 'select last_archived_wal as name from pg_stat_archiver'
          const archived = async () => String((await client.query(sql)).rows[0].name)
          await expect.poll(archived).toBe(rows[0].name)
        })
      },
      { archive },
    )
    await rm(join(fresh.dataDir, 'files'), { recursive: true })
    const { url: databaseUrl, stop } = await startAtMoment(base, archive, moment)
    onTestFinished(stop)
    const isRecovering = () =>
      withClient(databaseUrl, async (client) => {
        const { rows } = await client.query('select pg_is_in_recovery() as is_recovering')
        return rows[0].is_recovering
      })
    await expect.poll(isRecovering).toBe(false)
    const config = { ...fresh, databaseUrl }
    const rest = { brought: 1, lost: [], repeated: 1, unknown: 0 }
    const found = { unnamed: 0, areUnnamedRemoved: true }
    expect(await restoreRest(config, { isBucketOwn: false })).toEqual({ ...rest, ...found })
    const site = await openRestored(config)
    expect(await checkFiles(site)).toBe(1)
    const messages = site.database.selectFrom('contact_messages').select('email').orderBy('id')
    const emails = (await messages.execute()).map(({ email }) => email)
    expect(emails).toEqual(['before@example.rw', 'kept@example.rw'])
    const sessions = await site.database.selectFrom('sessions').select('ended_at').execute()
    expect(sessions).toEqual([{ ended_at: expect.any(String) }])
    await site.database.destroy()
  },
  120_000,
)
