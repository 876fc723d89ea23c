import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '#config'
import { openDatabase } from '#database/open.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'
import { restoreBackup } from '../commands/backup/restore.ts'
import { takeBackup } from '../commands/backup/take.ts'
import type { TestApp } from './app.ts'
import { createCohortAndStack } from './applying.ts'
import { createTestDatabase } from './database.ts'
import { pdf, sendResume } from './sending-files.ts'

const key = 'a key for backups that is long enough'

/** Prepares a place of backups for the app until the test has finished, and a cohort that people can apply for. */
export async function prepareBackups(app: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'huza-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const target = await createCohortAndStack(app, { limit: 10_000 })
  const config = { ...app.services.config, backup: { url: pathToFileURL(folder).href, key } }
  return {
    key,
    folder,
    target,
    config,
    /** Settings of a site without anything yet, with the same place of backups. */
    async freshSite(changes: Partial<Config> = {}): Promise<Config> {
      const dataDir = await mkdtemp(join(tmpdir(), 'huza-fresh-'))
      const { url: databaseUrl, drop } = await createTestDatabase()
      onTestFinished(async () => {
        await rm(dataDir, { recursive: true, force: true })
        await drop()
      })
      return { ...config, dataDir, databaseUrl, ...changes }
    },
    takeAt: (time: string, changes: Partial<Config> = {}) =>
      takeBackup({ ...config, ...changes }, () => new Date(time)),
    restore: (fresh: Config, isOverwriting = false, isBucketOwn = false) =>
      restoreBackup(fresh, { to: new Date('2100-01-01'), isOverwriting, isBucketOwn }),
    /** Lets so many people apply. @returns a function that lets one more */
    async fill(people: number) {
      const send = async () => {
        const sent = await sendResume(app, target, { name: 'resume.pdf', content: pdf })
        expect(sent.status).toBe(201)
      }
      for (let person = 0; person < people; person += 1) await send()
      return send
    },
    /** The paths of what is stored in the place whose names have this in them. */
    storedAs: async (words: string) =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(words))
        .map((entry) => join(entry.parentPath, entry.name)),
  }
}

/** Opens a restored site. */
export async function openRestored(target: Config) {
  const database = openDatabase(target)
  onTestFinished(() => database.destroy())
  return { database, storage: await openSealedStorage(target) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Checks that every file that a row names is there as it was uploaded. @returns how many */
export async function checkFiles({ database, storage }: Awaited<ReturnType<typeof openRestored>>) {
  const files = await database.selectFrom('files').selectAll().execute()
  for (const file of files) {
    expect(sha256(await buffer(await storage.read(file.key)))).toBe(file.sha256)
  }
  return files.length
}
