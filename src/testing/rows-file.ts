import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { sqliteDialect } from '#database/sqlite.ts'

type Rows = { rows: { id: number; text: string } }

/** A file of SQLite with a table, to be opened as often as a test likes. */
export async function createRowsFile() {
  const folder = await mkdtemp(join(tmpdir(), 'driver-'))
  const path = join(folder, 'data.sqlite')
  const opened: Kysely<Rows>[] = []
  const open = (syncLog?: () => Promise<unknown>, busyMs?: number) => {
    const database = new Kysely<Rows>({ dialect: sqliteDialect(path, { syncLog, busyMs }) })
    opened.push(database)
    return database
  }
  const close = async () => {
    for (const database of opened.splice(0)) await database.destroy()
  }
  await sql`create table rows (id integer primary key, text text not null)`.execute(open())
  return {
    path,
    open,
    close,
    async [Symbol.asyncDispose]() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

export const insert = (database: Kysely<Rows>, id: number, text = '') =>
  database.insertInto('rows').values({ id, text }).execute()

export const insertInTransaction = (database: Kysely<Rows>, ...ids: number[]) =>
  database.transaction().execute(async (transaction) => {
    for (const id of ids) await insert(transaction, id)
  })

export const idsIn = async (database: Kysely<Rows>) =>
  (await database.selectFrom('rows').select('id').orderBy('id').execute()).map(({ id }) => id)
