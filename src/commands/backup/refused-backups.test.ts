import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import BetterSqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sqliteFileOf } from '#database/open.ts'
import { withClient } from '#database/postgres-dump.ts'
import { secretFileOf } from '#platform/security/secret.ts'
import { openPlace, partName } from '#platform/storage/backup-place.ts'
import { noteBackup } from '#platform/storage/last-backup.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onPostgres, onSqlite } from '#testing/engines.ts'
import { fine, lookAt, wrong } from '#testing/examining.ts'
import { startS3 } from '#testing/s3.ts'
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

onSqlite('another key, another engine and another secret are refused in clear words', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const backup = { ...backups.config.backup, key: 'another key that is long enough too' }
  const wrongKey = backups.restore(await backups.freshSite({ backup }))
  await expect(wrongKey).rejects.toThrow('BACKUP_KEY is not the key')
  const databaseUrl = backups.config.databaseUrl ? undefined : 'postgres://huza@127.0.0.1:1/huza'
  await expect(backups.restore(await backups.freshSite({ databaseUrl }))).rejects.toThrow(
    'The backup is of',
  )
  const secretKey = 'another secret that is long enough too'
  await expect(backups.restore(await backups.freshSite({ secretKey }))).rejects.toThrow(
    'leave it empty',
  )
  const none = { url: undefined, key: undefined }
  await expect(backups.takeAt('2026-03-02T08:00:00Z', { backup: none })).rejects.toThrow(
    'Set BACKUP_URL',
  )
})

onSqlite('one object of a backup cannot stand in for another', async () => {
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const [one = '', other = ''] = await backups.storedAs('/sealed/')
  await writeFile(one, await readFile(other))
  await expect(backups.restore(await backups.freshSite())).rejects.toThrow('is damaged')
})

onSqlite('a backup that cannot be read again is no backup', async () => {
  await backups.fill(1)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const [path = ''] = await backups.storedAs('/sealed/')
  await truncate(path, 100)
  await expect(backups.takeAt('2026-03-03T08:00:00Z')).rejects.toThrow('is damaged')
  const now = () => new Date('2026-03-03T09:00:00Z')
  // One file is lost, and all else may be all that there is.
  expect((await (await openPlace(backups.config)).findBackups()).complete).toHaveLength(2)
  const told = await lookAt(app, 'backup', backups.config, { now })
  expect(told).toMatchObject(fine('the last backup is 25 hours old'))
})

/** Gives SQLite a row that its check refuses. */
function breakDatabase() {
  const sqlite = new BetterSqlite(sqliteFileOf(backups.config))
  sqlite.exec('create table refused (a integer check (a > 0))')
  sqlite.pragma('ignore_check_constraints = on')
  sqlite.exec('insert into refused values (0)')
  sqlite.close()
}

onSqlite('a backup whose database cannot be restored counts as none', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  breakDatabase()
  await expect(backups.takeAt('2026-03-05T08:00:00Z')).rejects.toThrow('is damaged')
  expect(await (await openPlace(backups.config)).findBackups()).toEqual({
    complete: ['20260302T080000Z'],
    broken: ['20260305T080000Z'],
  })
  const now = () => new Date('2026-03-05T09:00:00Z')
  const told = await lookAt(app, 'backup', backups.config, { now })
  expect(told).toMatchObject(wrong('could be restored is 73 hours old'))
})

onSqlite('where a backup that failed cannot be taken back, both reasons are told', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  const backup = { url: s3.url, key: backups.key }
  const { keyId } = await openPlace({ ...backups.config, backup })
  s3.refuse(`${keyId}/backups/20260305T080000Z/manifest`, ['DELETE'])
  breakDatabase()
  const taking = backups.takeAt('2026-03-05T08:00:00Z', { backup })
  await expect(taking).rejects.toThrow(
    /is damaged\. Remove \S+\/backups\/20260305T080000Z at BACKUP_URL/,
  )
})

onPostgres('a backup that PostgreSQL refuses counts as none, but for want of room', async () => {
  const { databaseUrl = '' } = backups.config
  const run = (statements: string) => withClient(databaseUrl, (client) => client.query(statements))
  await backups.takeAt('2026-03-02T08:00:00Z')
  const raise = (state: string) =>
    `create or replace function refuses(a int) returns boolean language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${state}'; end $$`
  const allow = `create or replace function refuses(a int) returns boolean language plpgsql as
    $$ begin return true; end $$`
  // The database is used by other tests as well.
  onTestFinished(async () => void (await run('drop table refused; drop function refuses')))
  await run(
    `${allow}; create table refused (a int check (refuses(a))); insert into refused values (0)`,
  )
  await run(raise('53100'))
  await expect(backups.takeAt('2026-03-03T08:00:00Z')).rejects.toThrow('psql has failed')
  await run(raise('23514'))
  await expect(backups.takeAt('2026-03-05T08:00:00Z')).rejects.toThrow('psql has failed')
  expect(await (await openPlace(backups.config)).findBackups()).toEqual({
    complete: ['20260302T080000Z', '20260303T080000Z'],
    broken: ['20260305T080000Z'],
  })
})

test('a backup that is gone from its place is not the last one, whatever the database has noted', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const { name } = await backups.takeAt('2026-03-05T08:00:00Z')
  const now = () => new Date('2026-03-05T09:00:00Z')
  const tell = () => lookAt(app, 'backup', backups.config, { now })
  expect(await tell()).toMatchObject(fine('the last backup is 1 hours old'))
  const place = await openPlace(backups.config)
  await place.remove(`backups/${name}/manifest`)
  expect(await tell()).toMatchObject(wrong('could be restored is 73 hours old'))
})

test('backups that are newer than all that a restored database knows of count', async () => {
  await backups.takeAt('2026-03-05T08:00:00Z')
  await noteBackup(app.services.database, new Date('2026-03-01T08:00:00Z'))
  const now = () => new Date('2026-03-05T09:00:00Z')
  const told = await lookAt(app, 'backup', backups.config, { now })
  expect(told).toMatchObject(fine('the last backup is 1 hours old'))
})

onSqlite(
  'a backup that would take the last room of the disk is refused, and says how much it needs',
  async () => {
    const taking = backups.takeAt('2026-03-02T08:00:00Z', { diskFreeMbMin: 1e9 })
    await expect(taking).rejects.toThrow(/A backup needs 10000\d+ MB/)
    expect(await backups.storedAs('')).toEqual([])
    await backups.takeAt('2026-03-02T08:00:00Z')
  },
)

test('a backup ends once the disk that it shares with the site has no room left but what the site needs', async () => {
  await backups.fill(2)
  const config = {
    ...backups.config,
    // As if the database had taken the room.
    get diskFreeMbMin() {
      const stored = readdirSync(backups.folder, { recursive: true, encoding: 'utf8' })
      return stored.some((path) => path.endsWith('database-0')) ? 1e9 : 0
    },
  }
  const now = () => new Date('2026-03-02T08:00:00Z')
  await expect(takeBackup(config, now)).rejects.toThrow('A backup needs more room')
  expect(await backups.storedAs('/sealed/')).toEqual([])
  // Its part is removed, which gives the room back.
  const { complete, broken } = await (await openPlace(config)).findBackups()
  expect([complete, broken]).toEqual([[], []])
  await backups.takeAt('2026-03-03T08:00:00Z')
})

onPostgres('how much room PostgreSQL has is not guessed from the disk of the site', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  const time = '2026-03-02T08:00:00Z'
  await expect(backups.takeAt(time, { diskFreeMbMin: 1e9 })).rejects.toThrow('needs more room')
  expect(await backups.storedAs('')).toEqual([])
  const backup = { url: s3.url, key: backups.key }
  await backups.takeAt(time, { backup, diskFreeMbMin: 1e9 })
})

onSqlite('nothing of a backup can be read without its key', async () => {
  await backups.fill(1)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const paths = await backups.storedAs('')
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) {
    const bytes = await readFile(path)
    for (const words of ['%PDF', 'SQLite format', 'CREATE', 'Uwase', app.services.secret]) {
      expect(bytes.includes(words)).toBe(false)
    }
  }
})

test('a backup whose database is damaged leaves the database and the secret that are there', async () => {
  const { name } = await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  await backups.restore(fresh)
  const file = secretFileOf(fresh)
  await writeFile(file, 'another secret that is long enough too')
  const [path = ''] = await backups.storedAs(partName(name, 0))
  await truncate(path, 100)
  await expect(backups.restore(fresh, true)).rejects.toThrow('is damaged')
  expect(await readFile(file, 'utf8')).toBe('another secret that is long enough too')
  expect(await checkFiles(await openRestored(fresh))).toBe(0)
})

test('a restore that fails or is stopped leaves nothing of the backup, and all that was there', async () => {
  await backups.fill(2)
  const { name } = await backups.takeAt('2026-03-02T08:00:00Z')
  const before = await backups.freshSite({ secretKey: undefined })
  await backups.restore(before)
  const other = await backups.freshSite({ secretKey: undefined, dataKeys: [] })
  const options = { to: new Date('2100-01-01'), isOverwriting: false, isBucketOwn: false }
  const leftIn = async ({ dataDir }: typeof other) =>
    (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  // At the start, after each of the files, and while the database comes.
  for (const times of [0, 1, 2, 3, 4]) {
    const signal = stoppedAfter(times)
    await expect(restoreBackup(other, { ...options, signal })).rejects.toThrow(
      'stopped by somebody',
    )
    expect(await leftIn(other)).toEqual([])
  }
  const [path = ''] = await backups.storedAs(partName(name, 0))
  await truncate(path, 100)
  await expect(backups.restore(other)).rejects.toThrow('is damaged')
  expect(await leftIn(other)).toEqual([])
  await expect(backups.restore(before, true)).rejects.toThrow('is damaged')
  expect(await checkFiles(await openRestored(before))).toBe(2)
})

/** A signal that ends what asks it more often. */
function stoppedAfter(times: number) {
  const stop = new AbortController()
  let asked = 0
  const { signal } = stop
  const throwIfAborted = () => {
    if (asked >= times) throw new Error('stopped by somebody')
    asked += 1
  }
  return Object.assign(signal, { throwIfAborted })
}

onSqlite('a restore that fails says what it could not remove, and what to do', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  await backups.fill(2)
  const { name } = await backups.takeAt('2026-03-02T08:00:00Z')
  const [path = ''] = await backups.storedAs(partName(name, 0))
  await truncate(path, 100)
  const row = await app.services.database
    .selectFrom('files')
    .select('key')
    .executeTakeFirstOrThrow()
  s3.refuse(row.key, ['DELETE'])
  await expect(backups.restore(await backups.freshSite({ storageUrl: s3.url }))).rejects.toThrow(
    /is damaged.*\. The storage still has 1 file of .* run npm run restore -- --rest --rem/,
  )
})

onSqlite('a damaged database file is replaced by a backup, and only when told', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const file = sqliteFileOf(fresh)
  const whole = await readFile(file)
  const damages = [
    () => writeFile(file, Buffer.concat([Buffer.from('another header, '), whole.subarray(16)])),
    () => truncate(file, 8192),
  ]
  for (const damage of damages) {
    await damage()
    await expect(backups.restore(fresh)).rejects.toThrow('Add --overwrite')
    await expect(restoreRest(fresh, { isBucketOwn: false })).rejects.toThrow(
      `${file} is damaged: npm run restore -- --to TIME --overwrite`,
    )
    await backups.restore(fresh, true)
    const { database } = await openRestored(fresh)
    expect(await database.selectFrom('users').select('id').execute()).toEqual([])
    await database.destroy()
  }
})

onSqlite('a database that is not there is neither backed up nor made up', async () => {
  const { dataDir } = await backups.freshSite()
  const taking = backups.takeAt('2026-03-02T08:00:00Z', { dataDir })
  await expect(taking).rejects.toThrow('There is no')
  await backups.takeAt('2026-03-02T08:00:00Z')
  const resting = restoreRest({ ...backups.config, dataDir }, { isBucketOwn: false })
  await expect(resting).rejects.toThrow('There is no')
  expect(existsSync(sqliteFileOf({ dataDir }))).toBe(false)
})
