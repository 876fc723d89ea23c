import { sql, type Transaction } from 'kysely'
import { chunksOf } from '#shared/chunks.ts'
import { isSqlite } from './engine.ts'
import { type ForeignKey, findForeignKeys } from './foreign-keys.ts'
import type { Tables } from './tables.ts'

type Row = Record<string, unknown>
type TableRow = { table: keyof Tables; row: Row }

/** A row and all that is deleted with it. */
export type Snapshot = {
  /** The row first, then the others: each after those that it refers to. */
  rows: TableRow[]
  /** Rows that stay, and refer to nothing any more once these are deleted. */
  links: { table: keyof Tables; id: number; column: string; to: number }[]
}

/** @returns null for what is no snapshot */
export function parseSnapshot(text: string): Snapshot | null {
  try {
    const snapshot: Snapshot | null = JSON.parse(text)
    return Array.isArray(snapshot?.rows) ? snapshot : null
  } catch {
    return null
  }
}

/** What triggers derive from other rows, and what must not come back with a row. */
const leftOut: readonly (keyof Tables)[] = [
  'comment_counts',
  'application_keys',
  'comment_followers',
]

/** Fewer than the engines' limits of parameters. */
const chunkSize = 500

/**
 * Locks rows, and finds them with everything that foreign keys delete with them. Where one row is deleted with another,
 * only that other one has a snapshot.
 * @returns the snapshots by the ids of the rows that exist
 */
export async function findSnapshots<Id extends number | string>(
  transaction: Transaction<Tables>,
  table: keyof Tables,
  ids: readonly Id[],
): Promise<Map<string, Snapshot>> {
  const keys = (await findForeignKeys(transaction)).filter(({ child }) => !leftOut.includes(child))
  const found = new Map<string, TableRow & { root: string }>()
  const within = new Map<string, string>()
  let level = (await readRows(transaction, table, 'id', ids)).map((row) => ({
    table,
    row,
    root: String(row.id),
  }))
  for (const one of level) found.set(keyOf(one), one)
  while (level.length > 0) {
    const next: typeof level = []
    for (const { child, column, parent, onDelete } of keys) {
      const parents = new Map(
        level.flatMap(({ table: of, row, root }) => (of === parent ? [[row.id, root]] : [])),
      )
      if (onDelete !== 'cascade' || parents.size === 0) continue
      for (const row of await readRows(transaction, child, column, [...parents.keys()])) {
        const one = { table: child, row, root: parents.get(row[column]) ?? '' }
        const known = found.get(keyOf(one))
        if (!known) {
          found.set(keyOf(one), one)
          next.push(one)
        } else if (known.root !== one.root) within.set(known.root, one.root)
      }
    }
    level = next
  }

  const topOf = (root: string): string => {
    const outer = within.get(root)
    return outer === undefined ? root : topOf(outer)
  }
  const rows = inOrder([...found.values()], keys)
  const links = await findLinks(transaction, keys, found)
  const snapshots = new Map<string, Snapshot>()
  for (const { table: of, row, root } of rows) {
    const top = topOf(root)
    const snapshot = snapshots.get(top) ?? { rows: [], links: [] }
    const isTop = of === table && String(row.id) === top
    snapshot.rows.splice(isTop ? 0 : snapshot.rows.length, 0, { table: of, row })
    snapshot.links.push(...(links.get(`${of}:${row.id}`) ?? []))
    snapshots.set(top, snapshot)
  }
  return snapshots
}

const keyOf = ({ table, row }: TableRow) => `${table}:${row.id ?? JSON.stringify(row)}`

async function readRows(
  transaction: Transaction<Tables>,
  table: keyof Tables,
  column: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of chunksOf(values, chunkSize)) {
    const some = await transaction
      .selectFrom(table as 'cohorts')
      .selectAll()
      .where(column as 'id', 'in', chunk as number[])
      .orderBy(column as 'id')
      .forUpdate()
      .execute()
    rows.push(...some)
  }
  return rows
}

/** Sorts rows so that each comes after those that it refers to; within a table by id. */
function inOrder<One extends TableRow>(rows: One[], keys: readonly ForeignKey[]) {
  const left = new Set(rows.map(({ table }) => table))
  const order: (keyof Tables)[] = []
  while (left.size > 0) {
    const waits = (table: keyof Tables) =>
      keys.some(({ child, parent }) => child === table && parent !== table && left.has(parent))
    const table = [...left].find((one) => !waits(one)) ?? [...left][0]
    if (table === undefined) break
    left.delete(table)
    order.push(table)
  }
  const idOf = ({ row }: One) => Number(row.id ?? 0)
  return rows.sort((a, b) => order.indexOf(a.table) - order.indexOf(b.table) || idOf(a) - idOf(b))
}

async function findLinks(
  transaction: Transaction<Tables>,
  keys: readonly ForeignKey[],
  found: ReadonlyMap<string, TableRow>,
) {
  const links = new Map<string, Snapshot['links']>()
  const rows = [...found.values()]
  for (const { child, column, parent, onDelete } of keys) {
    if (onDelete !== 'set null') continue
    const ids = rows.flatMap(({ table, row }) => (table === parent ? [row.id] : []))
    for (const row of await readRows(transaction, child, column, ids)) {
      if (found.has(keyOf({ table: child, row }))) continue
      const link = { table: child, id: Number(row.id), column, to: Number(row[column]) }
      const key = `${parent}:${row[column]}`
      links.set(key, [...(links.get(key) ?? []), link])
    }
  }
  return links
}

/**
 * Writes the rows of a snapshot again, under the ids that they had. Something may be gone since, such as a user: rows
 * that belong to it are left out, and rows that only refer to it refer to nothing.
 * @returns the columns by which the row itself refers to what is not there any more: then nothing is written
 */
export async function insertSnapshot(
  transaction: Transaction<Tables>,
  { rows, links }: Snapshot,
): Promise<string[]> {
  const keys = await findForeignKeys(transaction)
  const missing = await findMissing(transaction, rows, keys)
  const own = new Set(rows.map(keyOf))
  const isMissing = (parent: keyof Tables, value: unknown) =>
    value !== null && missing.has(`${parent}:${value}`) && !own.has(`${parent}:${value}`)
  const kept: TableRow[] = []
  for (const [index, one] of rows.entries()) {
    const row = { ...one.row }
    const broken = keys.filter(
      ({ child, column, parent }) => child === one.table && isMissing(parent, row[column]),
    )
    const binding = broken.filter(({ onDelete }) => onDelete !== 'set null')
    if (index === 0 && binding.length > 0) return binding.map(({ column }) => column)
    for (const { column } of broken) row[column] = null
    if (binding.length === 0) kept.push({ table: one.table, row })
    else {
      own.delete(keyOf(one))
      missing.add(keyOf(one))
    }
  }
  for (const [table, some] of Map.groupBy(kept, ({ table }) => table)) {
    await insertRows(
      transaction,
      table,
      some.map(({ row }) => row),
    )
  }
  for (const { table, id, column, to } of links) {
    await transaction
      .updateTable(table as 'certificates')
      .set({ [column]: to })
      .where('id', '=', id)
      .where(column as 'application_id', 'is', null)
      .execute()
  }
  return []
}

/** What rows refer to that is neither among them nor in the database. */
async function findMissing(
  transaction: Transaction<Tables>,
  rows: readonly TableRow[],
  keys: readonly ForeignKey[],
) {
  const own = new Set(rows.map(keyOf))
  const wanted = new Map<keyof Tables, Set<unknown>>()
  for (const { table, row } of rows) {
    for (const { child, column, parent } of keys) {
      const value = row[column]
      if (child !== table || value == null || own.has(`${parent}:${value}`)) continue
      wanted.set(parent, (wanted.get(parent) ?? new Set()).add(value))
    }
  }
  const missing = new Set<string>()
  for (const [parent, values] of wanted) {
    const found = await transaction
      .selectFrom(parent as 'cohorts')
      .select('id')
      .where('id', 'in', [...values] as number[])
      .execute()
    const there = new Set<unknown>(found.map(({ id }) => id))
    for (const value of values) if (!there.has(value)) missing.add(`${parent}:${value}`)
  }
  return missing
}

const insertedAtOnce = 100

async function insertRows(
  transaction: Transaction<Tables>,
  table: keyof Tables,
  rows: readonly Row[],
) {
  // The ids are PostgreSQL's to give, unless one insists.
  const insist = sql.raw(isSqlite(transaction) ? '' : 'overriding system value')
  // A migration may have given a column to some of them alone.
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    const columns = Object.keys(alike[0] ?? {})
    for (const chunk of chunksOf(alike, insertedAtOnce)) {
      const values = chunk.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
      await sql`
        insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        ${insist} values ${sql.join(values)}`.execute(transaction)
    }
  }
}
