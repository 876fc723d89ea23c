import { spawn } from 'node:child_process'
import { once } from 'node:events'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRowsFile, idsIn, insert, insertInTransaction } from '#testing/rows-file.ts'
import { isUnreachable } from './errors.ts'

let file: Awaited<ReturnType<typeof createRowsFile>>
beforeEach(async () => {
  file = await createRowsFile()
})
afterEach(() => file[Symbol.asyncDispose]())

/** Runs a script in a process of its own that has the database open. */
function startProcess(script: string, syncLog = '') {
  const dialect = new URL('./sqlite.ts', import.meta.url).href
  const kysely = import.meta.resolve('kysely')
  const whole = `
    const { Kysely, sql } = await import(${JSON.stringify(kysely)})
    const { sqliteDialect } = await import(${JSON.stringify(dialect)})
    const [file] = process.argv.slice(1)
    const database = new Kysely({ dialect: sqliteDialect(file, { syncLog: ${syncLog || undefined} }) })
    ${script}`
  return spawn(process.execPath, ['--input-type=module', '--eval', whole, file.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('of processes that share the file none loses what another one writes', async () => {
  await insert(file.open(), 1, '0')
  const count = `
    await Promise.all(Array.from({ length: 30 }, () =>
      database.transaction().execute(async (transaction) => {
        const { text } = await transaction.selectFrom('rows').selectAll().executeTakeFirstOrThrow()
        await transaction.updateTable('rows').set({ text: String(Number(text) + 1) }).execute()
      })))
    await database.destroy()`
  const codes = [startProcess(count), startProcess(count)].map((child) => once(child, 'exit'))
  expect((await Promise.all(codes)).map(([code]) => code)).toEqual([0, 0])
  expect(await file.open().selectFrom('rows').select('text').execute()).toEqual([{ text: '60' }])
})

test.each([
  ['statement', insert],
  ['transaction', insertInTransaction],
])('while another process writes, a %s waits, and others read', async (_, write) => {
  const other = new BetterSqlite(file.path)
  other.exec('begin immediate')
  const database = file.open()
  const writing = write(database, 1)
  expect(await idsIn(database)).toEqual([])
  other.exec('commit')
  other.close()
  await writing
  expect(await idsIn(database)).toEqual([1])
})

test('a write that another process keeps waiting for too long is refused as in an outage, and the next ones work', async () => {
  const database = file.open(undefined, 20)
  const other = new BetterSqlite(file.path)
  other.exec('begin immediate')
  const refused = await Promise.allSettled([insert(database, 1), insertInTransaction(database, 2)])
  expect(refused.map((one) => one.status === 'rejected' && isUnreachable(one.reason))).toEqual([
    true,
    true,
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
  const database = file.open()
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
