import { setImmediate as nextTurn } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createRowsFile, idsIn, insert, insertInTransaction } from '#testing/rows-file.ts'
import { isUniqueViolation } from './errors.ts'

let file: Awaited<ReturnType<typeof createRowsFile>>
beforeEach(async () => {
  file = await createRowsFile()
})
afterEach(() => file[Symbol.asyncDispose]())

/** A sync that ends when the test says so. */
function heldSync() {
  let syncs = 0
  const held = Promise.withResolvers<void>()
  return {
    count: () => syncs,
    end: held.resolve,
    fail: held.reject,
    sync: () => {
      syncs += 1
      return held.promise
    },
  }
}

test('a write is told when it is synced, and the next ones run meanwhile and share a sync', async () => {
  const { sync, count, end } = heldSync()
  const database = file.open(sync)
  const told: string[] = []
  const writes = [
    insertInTransaction(database, 1, 2).then(() => told.push('transaction')),
    insert(database, 3).then(() => told.push('statement')),
    insertInTransaction(database, 4).then(() => told.push('transaction')),
  ]
  await expect.poll(count).toBe(1)
  writes.push(
    insert(database, 5).then(() => told.push('statement')),
    insertInTransaction(database, 6).then(() => told.push('transaction')),
  )
  await expect.poll(() => idsIn(database)).toEqual([1, 2, 3, 4, 5, 6])
  expect(told).toEqual([])
  end()
  await Promise.all(writes)
  expect([told.length, count()]).toEqual([5, 2])
})

test('a transaction that only reads, or is undone, waits for no sync', async () => {
  const { sync, count } = heldSync()
  const database = file.open(sync)
  await database.transaction().execute((transaction) => idsIn(transaction))
  const undone = database.transaction().execute(async (transaction) => {
    await insert(transaction, 1)
    throw new Error('Changed my mind')
  })
  await expect(undone).rejects.toThrow('Changed my mind')
  expect([await idsIn(database), count()]).toEqual([[], 0])
})

test('a transaction that fails undoes what is its own, among others that are synced with it', async () => {
  const database = file.open()
  const outcomes = await Promise.allSettled([
    insertInTransaction(database, 1),
    insertInTransaction(database, 2, 1, 3),
    insertInTransaction(database, 4),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const [, failed] = outcomes
  expect(isUniqueViolation(failed?.status === 'rejected' && failed.reason)).toBe(true)
  expect(await idsIn(database)).toEqual([1, 4])
})

test('those who write in one turn share a commit', async () => {
  // On a busy machine one statement may take so long that the next has to give others a turn.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const database = file.open()
  const other = new BetterSqlite(file.path)
  onTestFinished(() => void other.close())
  const count = other.prepare('select count(*) from rows').pluck()
  const writes = [
    insertInTransaction(database, 1),
    insert(database, 2),
    insertInTransaction(database, 3, 4),
  ]
  const seen = new Set([count.get()])
  while (!seen.has(4)) {
    await nextTurn()
    seen.add(count.get())
  }
  expect([...seen]).toEqual([0, 4])
  await Promise.all(writes)
})

test('of those who share a commit each undoes what is its own, whichever of them', async () => {
  for (const failing of [0, 1, 2]) {
    const database = file.open()
    const outcomes = await Promise.allSettled(
      [0, 1, 2].map((number) =>
        database.transaction().execute(async (transaction) => {
          await insert(transaction, 10 * failing + number)
          if (number === failing) throw new Error('Changed my mind')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
      [0, 1, 2].map((number) => number === failing),
    )
    const ids = await idsIn(database)
    expect(ids.slice(2 * failing)).toEqual(
      [0, 1, 2].filter((number) => number !== failing).map((number) => 10 * failing + number),
    )
  }
})

test('a commit that fails is told to all who share it, and none of it is stored', async () => {
  const database = file.open()
  await sql`create table later (id integer references rows (id) deferrable initially deferred)`.execute(
    database,
  )
  const outcomes = await Promise.allSettled([
    insertInTransaction(database, 1),
    sql`insert into later values (7)`.execute(database),
    insert(database, 2),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  expect(await idsIn(database)).toEqual([])
  await insertInTransaction(database, 3)
  expect(await idsIn(database)).toEqual([3])
})

test('what SQLite has undone by itself is told to those who had written before', async () => {
  const database = file.open()
  await insert(database, 1)
  const outcomes = await Promise.allSettled([
    insertInTransaction(database, 2),
    sql`insert or rollback into rows (id, text) values (1, '')`.execute(database),
    insertInTransaction(database, 3),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await idsIn(database)).toEqual([1, 3])
})

test('why a sync failed reaches all whom it was for, and nobody undoes what others are doing', async () => {
  const { sync, count, fail } = heldSync()
  const database = file.open(sync)
  const failing = insertInTransaction(database, 1)
  await expect.poll(count).toBe(1)
  const later = insert(database, 2)
  const underWay = database.transaction().execute(async (transaction) => {
    await insert(transaction, 3)
    fail(new Error('The disk is gone'))
    await expect(failing).rejects.toThrow('The disk is gone')
    // The next sync first has the log written into the file, for which it waits its turn.
    await insert(transaction, 4)
    return idsIn(transaction)
  })
  await expect(Promise.allSettled([later, underWay])).resolves.toEqual([
    { status: 'rejected', reason: new Error('The disk is gone') },
    { status: 'rejected', reason: new Error('The disk is gone') },
  ])
  // Whether these outlast a power cut is not known; until then they are there.
  expect(await idsIn(database)).toEqual([1, 2, 3, 4])
})

test('after a failed sync the log is written into the file between transactions, and the next write is told', async () => {
  const first = Promise.withResolvers<void>()
  const syncs = [first.promise]
  const database = file.open(async () => syncs.shift())
  const failing = insert(database, 1)
  failing.catch(() => {})
  await expect.poll(() => syncs.length).toBe(0)
  const later = insert(database, 2)
  await database.transaction().execute(async (transaction) => {
    await insert(transaction, 3)
    first.reject(new Error('The disk is gone'))
    await expect(failing).rejects.toThrow('The disk is gone')
    await nextTurn()
    await insert(transaction, 4)
  })
  await later
  expect(await idsIn(database)).toEqual([1, 2, 3, 4])
})
