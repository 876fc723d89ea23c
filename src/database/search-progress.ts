import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Tables } from './tables.ts'

// On SQLite an index of trigrams costs a form more than its row and all other indexes. Of a table in `search_progress`
// it has the rows up to an id alone; searches look at those after it one by one, and they are added a batch at a time.

/** Tables whose new rows wait for their index, with what stands before the text there. */
const prefixes = { applications: ' ', comments: '', contact_messages: '' } as const

export type IndexedLater = keyof typeof prefixes

const textOf = (table: IndexedLater, row: string) => `'${prefixes[table]}' || ${row}.search_text`

const indexedTo = (table: string) =>
  `(select indexed_to from search_progress where name = '${table}')`

/** The id up to which the index of a table has all rows. */
export const lastIndexed = (table: string): RawBuilder<number> => sql.raw(indexedTo(table))

/** Has the triggers of a table's index leave out new rows. Those that come back from the trash are not new. */
export async function indexLater(database: Kysely<unknown>, table: IndexedLater) {
  const index = `${table}_search`
  const add = `insert into ${index} (rowid, search_text) values (new.id, ${textOf(table, 'new')});`
  const remove = `insert into ${index} (${index}, rowid, search_text)
    values ('delete', old.id, ${textOf(table, 'old')});`
  const isIndexed = (row: string) => `when ${row}.id <= ${indexedTo(table)}`
  for (const statement of [
    ...['insert', 'delete', 'update'].map((change) => `drop trigger ${index}_${change}`),
    `insert into search_progress select '${table}', coalesce(max(id), 0) from ${table}`,
    `create trigger ${index}_insert after insert on ${table} ${isIndexed('new')} begin ${add} end`,
    `create trigger ${index}_delete after delete on ${table} ${isIndexed('old')} begin ${remove} end`,
    `create trigger ${index}_update after update of search_text on ${table} ${isIndexed('old')}
      begin ${remove} ${add} end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}

/** Enough to share their pages, and few enough that nobody waits for long. */
const indexedAtOnce = 50

/**
 * Adds the new rows of all tables to their indexes. @throws after all of them, what went wrong with the first that
 * failed
 */
export async function indexNewRows(database: Kysely<Tables>) {
  if (!isSqlite(database)) return
  const errors: unknown[] = []
  for (const table of Object.keys(prefixes) as IndexedLater[]) {
    try {
      while (await indexSome(database, table)) await nextTurn()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** @returns whether there may be more */
async function indexSome(database: Kysely<Tables>, table: IndexedLater) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where id > ${lastIndexed(table)} order by id limit ${indexedAtOnce}`.execute(database)
  const last = rows.at(-1)
  if (!last) return false
  await database.transaction().execute(async (transaction) => {
    await sql`insert into ${sql.table(`${table}_search`)} (rowid, search_text)
      select id, ${sql.raw(textOf(table, table))} from ${sql.table(table)}
      where id > ${lastIndexed(table)} and id <= ${last.id}`.execute(transaction)
    // Another process may have come further.
    await sql`update search_progress set indexed_to = ${last.id}
      where name = ${table} and indexed_to < ${last.id}`.execute(transaction)
  })
  return rows.length === indexedAtOnce
}
