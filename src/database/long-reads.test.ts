import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createRowsFile, idsIn, insert, insertInTransaction } from '#testing/rows-file.ts'
import { createLongReads } from './long-reads.ts'
import { sqliteDialect } from './sqlite.ts'
import { createSqliteThread } from './sqlite-thread.ts'

type Rows = { rows: { id: number; text: string } }

let file: Awaited<ReturnType<typeof createRowsFile>>
beforeEach(async () => {
  file = await createRowsFile()
})
afterEach(() => file[Symbol.asyncDispose]())

/** The database, and the same for long reads, whatever the size of the file. */
async function open() {
  const dialect = sqliteDialect(file.path, { largeBytesMin: 0 })
  const database = new Kysely<Rows>({ dialect })
  onTestFinished(() => database.destroy())
  // Kysely ends only what has been used.
  await idsIn(database)
  return { database, apart: new Kysely<Rows>({ dialect: dialect.apart() }) }
}

/** Counts for a second or so. */
const long = sql<{ total: number }>`
  with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 3000000)
  select count(*) as total from numbers`

test('while a long read is under way, others read and write', async () => {
  const { database, apart } = await open()
  let isDone = false
  const read = long.execute(apart).then(({ rows }) => {
    isDone = true
    return rows
  })
  await insert(database, 1)
  await insertInTransaction(database, 2)
  expect(await idsIn(database)).toEqual([1, 2])
  expect(isDone).toBe(false)
  expect(await read).toEqual([{ total: 3_000_000 }])
})

test('what was written before is read, with its types', async () => {
  const { database, apart } = await open()
  await insert(database, 1, "It's Çağlar")
  expect(
    await apart.selectFrom('rows').selectAll().where('text', 'like', "%'s Ça%").execute(),
  ).toEqual([{ id: 1, text: "It's Çağlar" }])
})

test('writes, and reads within a transaction, stay on the connection of the others', async () => {
  const { database, apart } = await open()
  await insert(apart, 1)
  await apart.transaction().execute(async (transaction) => {
    await insert(transaction, 2)
    expect(await idsIn(transaction)).toEqual([1, 2])
  })
  expect(await idsIn(database)).toEqual([1, 2])
})

test('an error names what SQLite says, and the next read works', async () => {
  const { apart } = await open()
  const overflow = sql`select abs(-9223372036854775808)`.execute(apart)
  await expect(overflow).rejects.toMatchObject({
    message: 'integer overflow',
    code: 'SQLITE_ERROR',
  })
  expect(await idsIn(apart)).toEqual([])
})

test('a thread that fails says so, and the next one is another', async () => {
  const one = { sql: 'select 1 as one', parameters: [] } as never
  const sqlite = { pragma: () => 0 }
  const missing = createSqliteThread(`${file.path}-missing`)
  expect(await createLongReads(sqlite as never, missing).read(one)).toBeNull()
  const thread = createSqliteThread(file.path)
  const reads = createLongReads(sqlite as never, thread)
  expect(await Promise.all([reads.read(one), reads.read(one)])).toEqual([
    [{ one: 1 }],
    [{ one: 1 }],
  ])
  await thread.close()
  expect(await reads.read(one)).toBeNull()
})

test('what a thread would have to wait for is read where it is, and other errors are told', async () => {
  const reads = (code: string) =>
    createLongReads({} as never, {
      ask: () => Promise.reject(Object.assign(new Error(code), { code })),
    }).read({ sql: '', parameters: [] } as never)
  expect(await reads('SQLITE_BUSY')).toBeNull()
  await expect(reads('SQLITE_IOERR')).rejects.toThrow('SQLITE_IOERR')
})

test('a small file is read where it is', async () => {
  const { page_count, page_size } = { page_count: 100, page_size: 4096 }
  const pragma = (name: string) => ({ page_count, page_size })[name]
  const isWorthIt = (bytesMin: number) =>
    createLongReads({ pragma } as never, createSqliteThread(file.path), bytesMin).isWorthIt()
  expect(isWorthIt(409_600)).toBe(true)
  expect(isWorthIt(409_601)).toBe(false)
})
