import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRowsFile, idsIn, insert, insertInTransaction } from '#testing/rows-file.ts'
import { isDiskFull } from './errors.ts'
import { closeDownSqlite } from './sqlite-dump.ts'

let file: Awaited<ReturnType<typeof createRowsFile>>
beforeEach(async () => {
  file = await createRowsFile()
})
afterEach(() => file[Symbol.asyncDispose]())

test('a transaction under way when the database is closed leaves nothing, and others keep theirs', async () => {
  const database = file.open()
  const inserted = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const earlier = insert(database, 1)
  const half = database.transaction().execute(async (transaction) => {
    await insert(transaction, 2)
    inserted.resolve()
    await goOn.promise
  })
  const outcomes = Promise.allSettled([earlier, half])
  await inserted.promise
  await database.destroy()
  goOn.resolve()
  const [, halfway] = await outcomes
  expect(halfway.status).toBe('rejected')
  expect(await idsIn(file.open())).toEqual([1])
})

test('a database that is closed has let go of its file', async () => {
  await insert(file.open(), 1)
  await file.close()
  expect(() => closeDownSqlite(file.path)).not.toThrow()
})

test('who reads rows one by one holds up the next query, and spoils none', async () => {
  const database = file.open()
  for (const id of [1, 2, 3]) await insert(database, id)
  const read: number[] = []
  const later: Promise<unknown>[] = []
  for await (const { id } of database.selectFrom('rows').select('id').orderBy('id').stream()) {
    read.push(id)
    later.push(insert(database, id + 10))
  }
  await Promise.all(later)
  expect([read, await idsIn(database)]).toEqual([
    [1, 2, 3],
    [1, 2, 3, 11, 12, 13],
  ])
})

test('who stops reading half-way holds up nobody', async () => {
  const database = file.open()
  for (const id of [1, 2, 3]) await insert(database, id)
  for await (const { id } of database.selectFrom('rows').select('id').orderBy('id').stream()) {
    if (id === 2) break
  }
  await insert(database, 4)
  expect(await idsIn(database)).toEqual([1, 2, 3, 4])
})

test('between the long statements of a transaction others get a turn', async () => {
  const database = file.open()
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns += 1) await nextTurn()
  })()
  const count = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers limit 500000)
    select count(*) from numbers`
  const before = turns
  await database.transaction().execute(async (transaction) => {
    for (let times = 0; times < 4; times += 1) await count.execute(transaction)
    expect(turns - before).toBeGreaterThan(1)
  })
  isOver = true
  await others
})

test('a pragma, which may not stand in a transaction, comes after what was written', async () => {
  const database = file.open()
  const written = insert(database, 1)
  await sql`pragma temp_store = memory`.execute(database)
  await written
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(database)
  expect([rows, await idsIn(database)]).toEqual([[{ temp_store: 2 }], [1]])
})

test('what follows in a transaction that SQLite has undone is not stored by itself', async () => {
  const database = file.open()
  await insert(database, 1)
  const undone = database.transaction().execute(async (transaction) => {
    await insert(transaction, 2)
    const twice = sql`insert or rollback into rows (id, text) values (1, '')`.execute(transaction)
    await twice.catch(() => {})
    await insert(transaction, 3)
  })
  await expect(undone).rejects.toThrow('has been undone')
  await insertInTransaction(database, 4)
  expect(await idsIn(database)).toEqual([1, 4])
})

test('without room for it a transaction leaves nothing and says why, and the next one works', async () => {
  const database = file.open()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(database)
  const tooLarge = database.transaction().execute(async (transaction) => {
    await insert(transaction, 1)
    await insert(transaction, 2, 'x'.repeat(1_000_000))
  })
  const error = await tooLarge.catch((reason: unknown) => reason)
  expect(isDiskFull(error)).toBe(true)
  await insertInTransaction(database, 3)
  expect(await idsIn(database)).toEqual([3])
})
