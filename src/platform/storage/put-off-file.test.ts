import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unreachable } from '#database/errors.ts'
import { hourMs } from '#shared/durations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Services } from '../http/context.ts'
import { claimFile, releaseFiles, removeUnclaimedFiles, storeFile } from './files.ts'
import { RefusedFile } from './refused-file.ts'
import { sealPlainFiles } from './seal-files.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  app.services.log.level = 'silent'
})
afterEach(() => app[Symbol.asyncDispose]())

/** Stores a resume as it is, as versions before did. */
async function storePlain({ isClaimed }: { isClaimed: boolean }) {
  const { services } = app
  const bytes = Buffer.from('%PDF-1.7')
  const sha256 = await digest(bytes)
  const file = { content: { bytes }, name: 'a.pdf', type: 'application/pdf', sha256 }
  const stored = await storeFile(services, { ...file, folder: 'images', sizeBytes: bytes.length })
  const key = stored.key.replace('images/', 'resumes/')
  await services.storage.store({ bytes }, key, file.type)
  await services.database.updateTable('files').set({ key }).where('id', '=', stored.id).execute()
  if (isClaimed) {
    const now = services.now().toISOString()
    await services.database.transaction().execute((open) => claimFile(open, stored.id, now))
  }
  return { id: stored.id, key }
}
const digest = async (bytes: Buffer<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')

const rowOf = (id: number) =>
  app.services.database
    .selectFrom('files')
    .select(['key', 'tries', 'retry_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The services, with a storage that fails with some keys. */
function failing(fails: (key: string) => Error | null): Services {
  const { storage } = app.services
  const refuse = (key: string) => {
    const error = fails(key)
    if (error) throw error
  }
  return {
    ...app.services,
    storage: {
      ...storage,
      async read(key) {
        refuse(key)
        return storage.read(key)
      },
      async delete(key) {
        refuse(key)
        await storage.delete(key)
      },
    },
  }
}

test('a resume that the storage refuses is tried four times in a good day, and holds up no other', async () => {
  const refused = await storePlain({ isClaimed: true })
  const other = await storePlain({ isClaimed: true })
  const read: string[] = []
  const refusing = failing((key) => {
    read.push(key)
    return key === refused.key ? new RefusedFile(key) : null
  })
  expect(await sealPlainFiles(refusing)).toBe(1)
  expect((await rowOf(other.id))?.key).toMatch(/^sealed\//)
  expect(await rowOf(refused.id)).toMatchObject({ key: refused.key, tries: 1 })
  const error = vi.spyOn(app.services.log, 'error')
  for (let hour = 0; hour < 30; hour += 1) {
    expect(await sealPlainFiles(refusing)).toBe(0)
    app.advanceS(3600)
  }
  expect(await rowOf(refused.id)).toMatchObject({ tries: 3 })
  expect(error).not.toHaveBeenCalled()
  for (let hour = 0; hour < 50; hour += 1) {
    expect(await sealPlainFiles(refusing)).toBe(0)
    app.advanceS(3600)
  }
  expect(await rowOf(refused.id)).toEqual({ key: refused.key, tries: 4, retry_at: null })
  expect(read.filter((key) => key === refused.key)).toHaveLength(4)
  expect(error).toHaveBeenCalledOnce()
  // It is served as it is, and leaves no copies about.
  expect(String(await buffer(await app.services.storage.read(refused.key)))).toBe('%PDF-1.7')
  const { database } = app.services
  const files = await database.selectFrom('files').select('key').execute()
  expect(files.filter(({ key }) => key.startsWith('sealed/'))).toHaveLength(1)
})

test('a resume that is given out again is sealed', async () => {
  const { id, key } = await storePlain({ isClaimed: true })
  expect(await sealPlainFiles(failing(() => new RefusedFile(key)))).toBe(0)
  expect(await sealPlainFiles(app.services)).toBe(0)
  app.advanceS(3600)
  expect(await sealPlainFiles(app.services)).toBe(1)
  expect((await rowOf(id))?.key).toMatch(/^sealed\//)
})

test('a file that can not be removed holds up no other, and is tried once a day in the end', async () => {
  const refused = await storePlain({ isClaimed: false })
  const other = await storePlain({ isClaimed: false })
  const tries: Date[] = []
  const refusing = failing((key) => {
    if (key !== refused.key) return null
    tries.push(app.services.now())
    return new RefusedFile(key)
  })
  expect(await removeUnclaimedFiles(refusing, 0)).toBe(1)
  expect(await rowOf(other.id)).toBeUndefined()
  const error = vi.spyOn(app.services.log, 'error')
  for (let hour = 0; hour < 24 * 4; hour += 1) {
    app.advanceS(3600)
    expect(await removeUnclaimedFiles(refusing, 0)).toBe(0)
  }
  const waited = tries.map(
    (at, index) => (at.getTime() - (tries[index - 1] ?? at).getTime()) / hourMs,
  )
  expect(waited).toEqual([0, 1, 6, 24, 24, 24])
  expect(error).toHaveBeenCalledTimes(3)
  app.advanceS(24 * 3600)
  expect(await removeUnclaimedFiles(app.services, 0)).toBe(1)
  expect(await rowOf(refused.id)).toBeUndefined()
})

test('while the storage does not answer, a round ends with the first file, whose try does not count', async () => {
  const files = [
    await storePlain({ isClaimed: true }),
    await storePlain({ isClaimed: true }),
    await storePlain({ isClaimed: false }),
    await storePlain({ isClaimed: false }),
  ]
  let asked = 0
  const gone = failing(() => {
    asked += 1
    return new Unreachable('The storage')
  })
  await expect(sealPlainFiles(gone)).rejects.toThrow('The storage does not answer')
  expect(await removeUnclaimedFiles(gone, 0)).toBe(0)
  expect(asked).toBe(2)
  for (const { id } of files) {
    expect(await rowOf(id)).toMatchObject({ tries: 0, retry_at: null })
  }
})

test('a file that could not be sealed is removed at once when nothing needs it any more', async () => {
  const { id, key } = await storePlain({ isClaimed: true })
  await sealPlainFiles(failing(() => new RefusedFile(key)))
  expect(await rowOf(id)).toMatchObject({ tries: 1 })
  await app.services.database.transaction().execute((open) => releaseFiles(open, [id]))
  expect(await removeUnclaimedFiles(app.services, 0)).toBe(1)
})
