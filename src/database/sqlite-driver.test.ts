import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isDiskFull, isUniqueViolation, isUnreachable } from './errors.ts'
import { sqliteDialect } from './sqlite.ts'
import { closeDownSqlite } from './sqlite-dump.ts'

type Rows = { rows: { id: number; text: string } }

let folder: string
let file: string
const opened: Kysely<Rows>[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'driver-'))
  file = join(folder, 'data.sqlite')
  const database = open()
  await sql`create table rows (id integer primary key, text text not null)`.execute(database)
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy()
  await rm(folder, { recursive: true })
})

function open(syncLog?: () => Promise<unknown>, busyMs?: number) {
  const database = new Kysely<Rows>({ dialect: sqliteDialect(file, syncLog, busyMs) })
  opened.push(database)
  return database
}

const insert = (database: Kysely<Rows>, id: number, text = '') =>
  database.insertInto('rows').values({ id, text }).execute()

const insertInTransaction = (database: Kysely<Rows>, ...ids: number[]) =>
  database.transaction().execute(async (transaction) => {
    for (const id of ids) await insert(transaction, id)
  })

const idsIn = async (database: Kysely<Rows>) =>
  (await database.selectFrom('rows').select('id').orderBy('id').execute()).map(({ id }) => id)

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
  const database = open(sync)
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

test('a transaction under way when the database is closed leaves nothing, and others keep theirs', async () => {
  const database = open()
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
  opened.splice(opened.indexOf(database), 1)
  expect(await idsIn(open())).toEqual([1])
})

test('a database that is closed has let go of its file', async () => {
  await insert(open(), 1)
  for (const database of opened.splice(0)) await database.destroy()
  expect(() => closeDownSqlite(file)).not.toThrow()
})

test('who reads rows one by one holds up the next query, and spoils none', async () => {
  const database = open()
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
  const database = open()
  for (const id of [1, 2, 3]) await insert(database, id)
  for await (const { id } of database.selectFrom('rows').select('id').orderBy('id').stream()) {
    if (id === 2) break
  }
  await insert(database, 4)
  expect(await idsIn(database)).toEqual([1, 2, 3, 4])
})

test('between the long statements of a transaction others get a turn', async () => {
  const database = open()
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

test('a transaction that only reads, or is undone, waits for no sync', async () => {
  const { sync, count } = heldSync()
  const database = open(sync)
  await database.transaction().execute((transaction) => idsIn(transaction))
  const undone = database.transaction().execute(async (transaction) => {
    await insert(transaction, 1)
    throw new Error('Changed my mind')
  })
  await expect(undone).rejects.toThrow('Changed my mind')
  expect([await idsIn(database), count()]).toEqual([[], 0])
})

test('a transaction that fails undoes what is its own, among others that are synced with it', async () => {
  const database = open()
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
  const database = open()
  const other = new BetterSqlite(file)
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
    const database = open()
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
  const database = open()
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
  const database = open()
  await insert(database, 1)
  const outcomes = await Promise.allSettled([
    insertInTransaction(database, 2),
    sql`insert or rollback into rows (id, text) values (1, '')`.execute(database),
    insertInTransaction(database, 3),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await idsIn(database)).toEqual([1, 3])
})

test('a pragma, which may not stand in a transaction, comes after what was written', async () => {
  const database = open()
  const written = insert(database, 1)
  await sql`pragma temp_store = memory`.execute(database)
  await written
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(database)
  expect([rows, await idsIn(database)]).toEqual([[{ temp_store: 2 }], [1]])
})

test('why a sync failed reaches all whom it was for, and nobody undoes what others are doing', async () => {
  const { sync, count, fail } = heldSync()
  const database = open(sync)
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
  const database = open(async () => syncs.shift())
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

test('what follows in a transaction that SQLite has undone is not stored by itself', async () => {
  const database = open()
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
  const database = open()
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

/** Runs a script in a process of its own that has the database open. */
function startProcess(script: string, syncLog = '') {
  const dialect = new URL('./sqlite.ts', import.meta.url).href
  const kysely = import.meta.resolve('kysely')
  const whole = `
    const { Kysely, sql } = await import(${JSON.stringify(kysely)})
    const { sqliteDialect } = await import(${JSON.stringify(dialect)})
    const [file] = process.argv.slice(1)
    const database = new Kysely({ dialect: sqliteDialect(file, ${syncLog || undefined}) })
    ${script}`
  return spawn(process.execPath, ['--input-type=module', '--eval', whole, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('of processes that share the file none loses what another one writes', async () => {
  await insert(open(), 1, '0')
  const count = `
    await Promise.all(Array.from({ length: 30 }, () =>
      database.transaction().execute(async (transaction) => {
        const { text } = await transaction.selectFrom('rows').selectAll().executeTakeFirstOrThrow()
        await transaction.updateTable('rows').set({ text: String(Number(text) + 1) }).execute()
      })))
    await database.destroy()`
  const codes = [startProcess(count), startProcess(count)].map((child) => once(child, 'exit'))
  expect((await Promise.all(codes)).map(([code]) => code)).toEqual([0, 0])
  expect(await open().selectFrom('rows').select('text').execute()).toEqual([{ text: '60' }])
})

test.each([
  ['statement', () => insert(open(), 1)],
  ['transaction', () => insertInTransaction(open(), 1)],
])('while another process writes, a %s waits, and others read', async (_, write) => {
  const other = new BetterSqlite(file)
  other.exec('begin immediate')
  const writing = write()
  const database = opened.at(-1) as Kysely<Rows>
  expect(await idsIn(database)).toEqual([])
  other.exec('commit')
  other.close()
  await writing
  expect(await idsIn(database)).toEqual([1])
})

test('a write that another process keeps waiting for too long is refused as in an outage, and the next ones work', async () => {
  const database = open(undefined, 20)
  const other = new BetterSqlite(file)
  other.exec('begin immediate')
  const refused = await Promise.allSettled([insert(database, 1), insertInTransaction(database, 2)])
  expect(refused.map((one) => one.status === 'rejected' && isUnreachable(one.reason))).toEqual([
    ...[true, true],
  ])
  other.exec('commit')
  other.close()
  await insertInTransaction(database, 3)
  expect(await idsIn(database)).toEqual([3])
})

test('who is killed between a commit and its sync has told nobody, and the file is whole', async () => {
  const child = startProcess(
    `const write = (id) => database.transaction().execute((transaction) =>
       transaction.insertInto('rows').values({ id, text: '' }).execute())
     const both = Promise.all([write(1), write(2)]).then(() => console.log('told'))
     await both`,
    `() => { console.log('syncing'); return new Promise(() => setInterval(() => {}, 1_000)) }`,
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const database = open()
  await expect.poll(() => output, { timeout: 20_000 }).toContain('syncing')
  await expect.poll(() => idsIn(database)).toEqual([1, 2])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(output.trim()).toBe('syncing')
  const { rows } = await sql`pragma integrity_check`.execute(database)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  await insertInTransaction(database, 3)
  expect(await idsIn(database)).toEqual([1, 2, 3])
})
