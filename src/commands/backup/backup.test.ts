import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#config'
import { countRows } from '#database/dump.ts'
import { type Database, openDatabase, sqliteFileOf } from '#database/open.ts'
import { sealPlainIdentifications } from '#features/applications/server/seal-identifications.ts'
import { restoreTag } from '#platform/cache/tag-versions.ts'
import { toDataKey } from '#platform/security/data-keys.ts'
import { dataKeyIdOf } from '#platform/security/sealed-text.ts'
import { openPlace, partName } from '#platform/storage/backup-place.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onSqlite } from '#testing/engines.ts'
import { startS3 } from '#testing/s3.ts'
import { openApplication, unsealIdentification } from '#testing/sealing.ts'
import { pdfOf, sendResume } from '#testing/sending-files.ts'
import { pruneBackups } from './prune.ts'
import { restoreBackup } from './restore.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Every row of every table, as text. */
async function readAll(database: Database, { databaseUrl }: Config) {
  const read = async <Row>(query: string) => (await sql.raw(query).execute(database)).rows as Row[]
  const tables: Record<string, string[]> = {}
  for (const name of Object.keys(await countRows(read, { databaseUrl }))) {
    const rows = await read<object>(`select * from "${name}"`)
    tables[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return tables
}

test('a backup is restored row by row and file by file into a fresh folder', async () => {
  await backups.fill(2)
  await sendResume(app, backups.target, { name: 'long.pdf', content: pdfOf(300_000) })
  const taken = await backups.takeAt('2026-03-02T08:00:00Z')
  expect(taken).toMatchObject({
    name: '20260302T080000Z',
    files: 3,
    added: 3,
    lost: [],
    removed: 0,
  })
  const fresh = await backups.freshSite({ secretKey: undefined })
  expect(await backups.restore(fresh)).toMatchObject({ name: taken.name, files: 3 })
  const site = await openRestored(fresh)
  expect(await checkFiles(site)).toBe(3)
  const restored = await readAll(site.database, fresh)
  const {
    leases,
    cache_versions = [],
    ...original
  } = await readAll(app.services.database, backups.config)
  expect([leases, restored.leases]).toEqual([[], []])
  expect(restored).toEqual({
    ...original,
    outbox: expect.anything(),
    leases: [],
    cache_versions: [...cache_versions, expect.stringContaining(restoreTag)].sort(),
  })
  expect(await readFile(join(fresh.dataDir, 'secret'), 'utf8')).toBe(app.services.secret)
})

test('the national IDs of a restored backup are opened, and those of an earlier version sealed', async () => {
  await backups.fill(2)
  const ids = app.services.database.selectFrom('applications').select('id').orderBy('id')
  const [first] = await ids.execute()
  await unsealIdentification(app, first?.id ?? 0)
  await backups.takeAt('2026-03-02T08:00:00Z')
  // The keys of the backup are all that opens it.
  const fresh = await backups.freshSite({ dataKeys: [] })
  await backups.restore(fresh)
  const { services, close } = await openServices(fresh)
  onTestFinished(close)
  expect(await sealPlainIdentifications(services)).toBe(1)
  const rows = await services.database.selectFrom('applications').selectAll().execute()
  const [one, other] = rows.map((row) => openApplication({ services }, row).identification)
  expect([one, other]).toEqual(['1200170012345678', '1200170012345678'])
  expect(rows.map(({ identification }) => dataKeyIdOf(identification))).toEqual([
    ...rows.map(() => toDataKey(app.services.config.dataKeys[0] ?? '').id),
  ])
})

test('a backup that is taken while applicants apply has every file of its rows', async () => {
  const send = await backups.fill(3)
  let isDone = false
  let sent = 0
  const sending = (async () => {
    for (; !isDone; sent += 1) await send()
  })()
  await expect.poll(() => sent).toBeGreaterThan(0)
  const sentBefore = sent
  await backups.takeAt('2026-03-02T08:00:00Z')
  const sentAfter = sent
  isDone = true
  await sending
  expect(sentAfter).toBeGreaterThan(sentBefore)
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const site = await openRestored(fresh)
  await checkFiles(site)
  const files = site.database.selectFrom('files').select('id')
  const claimed = await files.where('claimed_at', 'is not', null).execute()
  expect(claimed.length).toBeGreaterThanOrEqual(3 + sentBefore)
  const original = await readAll(app.services.database, backups.config)
  const restored = await readAll(site.database, fresh)
  for (const table of ['applications', 'application_history']) {
    expect(restored[table]).toHaveLength(claimed.length)
    expect(original[table]).toEqual(expect.arrayContaining(restored[table] ?? []))
  }
})

onSqlite(
  'the newest backup at or before the moment is restored, and files are stored once',
  async () => {
    await backups.fill(1)
    await backups.takeAt('2026-03-01T08:00:00Z')
    await backups.fill(1)
    expect(await backups.takeAt('2026-03-02T08:00:00Z')).toMatchObject({ files: 2, added: 1 })
    const options = { isOverwriting: false, isBucketOwn: false }
    const between = { ...options, to: new Date('2026-03-02T07:59:59Z') }
    const fresh = await backups.freshSite()
    expect(await restoreBackup(fresh, between)).toMatchObject({
      name: '20260301T080000Z',
      files: 1,
    })
    const before = { ...between, to: new Date('2026-03-01T07:59:59Z') }
    await expect(restoreBackup(await backups.freshSite(), before)).rejects.toThrow(
      'The oldest backup is of',
    )
  },
)

test('a site that is there is replaced only when told, and not while it runs', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { databaseUrl } = fresh
  const place = databaseUrl
    ? new URL(databaseUrl).host + new URL(databaseUrl).pathname
    : sqliteFileOf(fresh)
  await expect(backups.restore(fresh)).rejects.toThrow(`${place}. Add --overwrite`)
  const running = openDatabase(fresh)
  await running.selectFrom('users').select('id').execute()
  await expect(backups.restore(fresh, true)).rejects.toThrow(
    databaseUrl ? `${place}: stop the site first, and its pooler` : 'stop the site first',
  )
  await running.updateTable('system_values').set({ value: 'changed since' }).execute()
  await running.destroy()
  await backups.restore(fresh, true)
  const { database } = await openRestored(fresh)
  const values = await database.selectFrom('system_values').select('value').execute()
  expect(values).not.toContainEqual({ value: 'changed since' })
})

onSqlite(
  'a stored file that is missing or changed is told of, and the rest is backed up',
  async () => {
    await backups.fill(3)
    const files = await app.services.database
      .selectFrom('files')
      .selectAll()
      .orderBy('id')
      .execute()
    const [missing = '', changed = ''] = files.map((file) => file.key)
    await app.services.storage.delete(missing)
    await writeFile(join(backups.config.dataDir, 'files', changed), 'other')
    const taken = await backups.takeAt('2026-03-02T08:00:00Z')
    expect(taken).toMatchObject({ files: 1, lost: [missing, changed] })
  },
)

onSqlite('a file that S3 refuses is told of, and the rest is backed up', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  const site = await startTestApp({ STORAGE_URL: s3.url })
  onTestFinished(() => site[Symbol.asyncDispose]())
  const itsBackups = await prepareBackups(site)
  await itsBackups.fill(3)
  const files = await site.services.database
    .selectFrom('files')
    .select('key')
    .orderBy('id')
    .execute()
  const [archived = '', denied = ''] = files.map(({ key }) => key)
  s3.refuse(archived, ['GET'])
  s3.refuse(denied, ['GET', 'HEAD'])
  const taken = await itsBackups.takeAt('2026-03-02T08:00:00Z')
  expect(taken).toMatchObject({ files: 1, lost: [archived, denied] })
})

test('of two backups at once one is refused', async () => {
  const outcomes = await Promise.allSettled([
    backups.takeAt('2026-03-02T08:00:00Z'),
    backups.takeAt('2026-03-02T08:00:00Z'),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

onSqlite('old backups are thinned out, and with them files that no other one has', async () => {
  const place = await openPlace(backups.config)
  const put = async (time: string, file: string) => {
    const manifest = { engine: 'sqlite', parts: 1, migrations: [], tables: {}, secret: '' }
    const lines = [manifest, [`resumes/${file}`, '', 0]].map((line) => `${JSON.stringify(line)}\n`)
    const bytes = async function* () {
      yield Buffer.from(lines.join(''))
    }
    await place.put(`files/resumes/${file}`, bytes())
    await place.put(partName(time, 0), bytes())
    await place.putPacked(`backups/${time}/manifest`, bytes())
  }
  await put('20251105T080000Z', 'old')
  await put('20251106T080000Z', 'shared')
  const names = Array.from({ length: 12 }, (_, month) => {
    const number = String(month + 1).padStart(2, '0')
    return `2026${number}28T080000Z`
  })
  for (const name of names) await put(name, 'shared')
  await place.put(partName('20260601T080000Z', 0), (async function* () {})())
  expect(await pruneBackups(place, new Date('2026-12-28T09:00:00Z'))).toBe(2)
  expect(await place.findBackups()).toEqual({ complete: names, broken: [] })
  expect(await backups.storedAs('/resumes/')).toEqual([expect.stringContaining('/resumes/shared')])
})

onSqlite('what a killed backup has left beside the backups goes after a day', async () => {
  const spool = join(backups.folder, 'spool')
  await mkdir(spool, { recursive: true })
  for (const [name, hours] of [
    ['left', 25],
    ['under-way', 1],
  ] as const) {
    await writeFile(join(spool, name), name)
    const at = new Date(Date.now() - hours * 3600_000)
    await utimes(join(spool, name), at, at)
  }
  await backups.takeAt('2026-03-02T08:00:00Z')
  expect(await readdir(spool)).toEqual(['under-way'])
})

onSqlite('a backup goes to S3 and comes from there', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  await backups.fill(2)
  const backup = { url: s3.url, key: backups.key }
  expect(await backups.takeAt('2026-03-02T08:00:00Z', { backup })).toMatchObject({
    files: 2,
    lost: [],
  })
  const fresh = await backups.freshSite({ backup })
  await backups.restore(fresh)
  expect(await checkFiles(await openRestored(fresh))).toBe(2)
})
