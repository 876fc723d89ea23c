import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#config'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { createTestDatabase } from '#testing/database.ts'
import { pdf, sendResume } from '#testing/sending-files.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const key = 'a key for backups that is long enough'

let app: TestApp
let folder: string
let config: Config
beforeEach(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'huza-backups-'))
  target = await createCohortAndStack(app, { limit: 10_000 })
  config = { ...app.services.config, backup: { url: pathToFileURL(folder).href, key } }
})
afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Settings of a site without anything yet, with the same place of backups. */
async function freshSite(changes: Partial<Config> = {}): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-fresh-'))
  const { url: databaseUrl, drop } = await createTestDatabase()
  onTestFinished(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await drop()
  })
  return { ...config, dataDir, databaseUrl, ...changes }
}

/** For what is the same on both engines: on PostgreSQL a restore takes seconds. */
const onSqlite = test.skipIf(process.env.TEST_DATABASE_URL)

const to = new Date('2100-01-01')
const takeAt = (time: string, changes: Partial<Config> = {}) =>
  takeBackup({ ...config, ...changes }, () => new Date(time))
const restore = (target: Config, isOverwriting = false) =>
  restoreBackup(target, { to, isOverwriting })

let target: Awaited<ReturnType<typeof createCohortAndStack>>

/** Lets so many people apply. @returns a function that lets one more */
async function fill(people: number) {
  const send = async () => {
    const sent = await sendResume(app, target, { name: 'resume.pdf', content: pdf })
    expect(sent.status).toBe(201)
  }
  for (let person = 0; person < people; person += 1) await send()
  return send
}

onSqlite('another key, another engine and another secret are refused in clear words', async () => {
  await takeAt('2026-03-02T08:00:00Z')
  const backup = { ...config.backup, key: 'another key that is long enough too' }
  const wrongKey = restore(await freshSite({ backup }))
  await expect(wrongKey).rejects.toThrow('BACKUP_KEY is not the key')
  const databaseUrl = config.databaseUrl ? undefined : 'postgres://huza@127.0.0.1:1/huza'
  await expect(restore(await freshSite({ databaseUrl }))).rejects.toThrow('The backup is of')
  const secretKey = 'another secret that is long enough too'
  await expect(restore(await freshSite({ secretKey }))).rejects.toThrow('leave it empty')
  const none = { url: undefined, key: undefined }
  await expect(takeAt('2026-03-02T08:00:00Z', { backup: none })).rejects.toThrow('Set BACKUP_URL')
})

/** The paths of what is stored in the place whose names have this in them. */
const storedAs = async (words: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(words))
    .map((entry) => join(entry.parentPath, entry.name))

test.each(
  process.env.TEST_DATABASE_URL ? ['/database-0'] : ['/database-0', '/manifest', '/resumes/'],
)(
  'what was changed or cut short of a backup (%s) is refused, and the site is left as it was',
  async (words) => {
    await fill(1)
    await takeAt('2026-03-02T08:00:00Z')
    const [path = ''] = await storedAs(words)
    const bytes = await readFile(path)
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
    await writeFile(path, changed)
    const fresh = await freshSite()
    await expect(restore(fresh)).rejects.toThrow(/is damaged: it was changed since/)
    await writeFile(path, bytes)
    await truncate(path, bytes.length - 1)
    await expect(restore(fresh)).rejects.toThrow(/is damaged|cut short/)
    await writeFile(path, bytes)
    expect((await restore(fresh)).files).toBe(1)
  },
)

onSqlite('one object of a backup cannot stand in for another', async () => {
  await fill(2)
  await takeAt('2026-03-02T08:00:00Z')
  const [one = '', other = ''] = await storedAs('/resumes/')
  await writeFile(one, await readFile(other))
  await expect(restore(await freshSite())).rejects.toThrow('is damaged')
})

onSqlite('a backup that cannot be read again is no backup', async () => {
  await fill(1)
  await takeAt('2026-03-02T08:00:00Z')
  const [path = ''] = await storedAs('/resumes/')
  await truncate(path, 100)
  await expect(takeAt('2026-03-03T08:00:00Z')).rejects.toThrow('is damaged')
})

onSqlite('nothing of a backup can be read without its key', async () => {
  await fill(1)
  await takeAt('2026-03-02T08:00:00Z')
  for (const path of await storedAs('')) {
    const bytes = await readFile(path)
    for (const words of ['%PDF', 'SQLite format', 'CREATE', 'Uwase', app.services.secret]) {
      expect(bytes.includes(words)).toBe(false)
    }
  }
})
