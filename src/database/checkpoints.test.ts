import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import BetterSqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRowsFile, idsIn, insert } from '#testing/rows-file.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createSqliteThread } from './sqlite-thread.ts'

let file: Awaited<ReturnType<typeof createRowsFile>>
beforeEach(async () => {
  file = await createRowsFile()
})
afterEach(() => file[Symbol.asyncDispose]())

const pageBytes = 4096
/** More than the log may have before it is moved. */
const pages = 1_200
const sizeOf = async (path: string) => (await stat(path)).size

test('a long log is moved into the file while the database is in use, and nothing is left of it at the end', async () => {
  const database = file.open()
  const write = () => insert(database, Date.now(), 'x'.repeat(pages * pageBytes))
  await write()
  await expect
    .poll(
      async () => {
        await write()
        return sizeOf(file.path)
      },
      { interval: 100 },
    )
    .toBeGreaterThan(pages * pageBytes)
  const ids = await idsIn(database)
  await file.close()
  expect(existsSync(`${file.path}-wal`)).toBe(false)
  expect(await idsIn(file.open())).toEqual(ids)
})

test('a log stays where it is until it is long', async () => {
  const sizeBefore = await sizeOf(file.path)
  const database = file.open()
  for (let id = 1; id <= 20; id += 1) await insert(database, id, 'x'.repeat(pageBytes))
  expect(await sizeOf(file.path)).toBe(sizeBefore)
})

test('where the thread fails, the log is moved without it', async () => {
  const sqlite = new BetterSqlite(file.path)
  const thread = createSqliteThread(`${file.path}-missing`)
  const moveHere = vi.fn(async () => {})
  const checkpoint = createCheckpoints(sqlite, thread, moveHere)
  sqlite.prepare('insert into rows values (1, ?)').run('x'.repeat(pages * pageBytes))
  checkpoint()
  await expect.poll(() => moveHere.mock.calls.length).toBe(1)
  await thread.close()
  sqlite.close()
})
