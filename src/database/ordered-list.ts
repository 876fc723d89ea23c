import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './open.ts'
import { countOf } from './page.ts'
import type { Tables } from './tables.ts'

/** A column with its table, or an expression that an index has. */
type OrderColumn = string | RawBuilder<unknown>

/** The columns that a list is sorted by, the id last, all in one direction. */
export type ListOrder = { columns: readonly OrderColumn[]; direction: 'asc' | 'desc' }

const refTo = (column: OrderColumn) =>
  typeof column === 'string' ? sql.ref<string | number>(column) : column

/** Some rows of an ordered list. */
export type Window = { limit: number; offset: number }

type Matching<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, object>

const idOf = ({ columns }: ListOrder) => sql<number>`${refTo(columns.at(-1) ?? 'id')}`

const inOrder = <Table extends keyof Tables, Output>(
  rows: SelectQueryBuilder<Tables, Table, Output>,
  { columns, direction }: ListOrder,
) => columns.reduce((sorted, column) => sorted.orderBy(refTo(column), direction), rows)

const orderByClause = (columns: readonly OrderColumn[], direction: ListOrder['direction']) =>
  sql.join(columns.map((column) => sql`${refTo(column)} ${sql.raw(direction)}`))

/** The ids of the rows of a table that match, in order. */
export async function findIds<Table extends keyof Tables>(
  matching: Matching<Table>,
  order: ListOrder,
  window?: Window,
): Promise<number[]> {
  const ordered = inOrder(matching.select(idOf(order).as('id')), order)
  const limited = window ? ordered.limit(window.limit).offset(window.offset) : ordered
  return ((await limited.execute()) as { id: number }[]).map((row) => row.id)
}

/**
 * The ids of the rows that match one of several queries, in order. Each query reads as many as the window may have,
 * from an index in this order. For several values of a column, an engine would read and sort all that match.
 * @param parts without a row in common
 */
export async function findIdsOfParts<Table extends keyof Tables>(
  database: Database,
  parts: readonly Matching<Table>[],
  order: ListOrder,
  { limit, offset }: Window,
): Promise<number[]> {
  const [only] = parts
  if (only && parts.length === 1) return findIds(only, order, { limit, offset })
  const names = order.columns.map((_, index) => `key${index}`)
  const keys = keysOf(order)
  const each = parts.map(
    (part, index) => sql`select * from (
      ${part
        .select(keys)
        .orderBy(orderByClause(order.columns, order.direction))
        .limit(limit + offset)}
    ) as ${sql.ref(`part${index}`)}`,
  )
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(names.at(-1) ?? '')} as id from (${sql.join(each, sql` union all `)}) as parts
    order by ${orderByClause(names, order.direction)} limit ${limit} offset ${offset}
  `.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a page and the total count. Filters are counted by an index; a search finds and counts in one go, unless
 * the page is past the end.
 */
export async function findIdsPage<Table extends keyof Tables>(
  database: Database,
  matching: Matching<Table>,
  { order, window, isSearch = false }: { order: ListOrder; window: Window; isSearch?: boolean },
): Promise<{ ids: number[]; total: number }> {
  if (isSearch) {
    const found = await findCountedIds(database, matching, { order, window })
    if (found.ids.length > 0) return found
  }
  const total = await countMatching(matching)
  return { ids: await findFromNearerEnd(matching, { order, window, total }), total }
}

/** The same order from its other end. */
export const reversed = ({ columns, direction }: ListOrder): ListOrder => ({
  columns,
  direction: direction === 'asc' ? 'desc' : 'asc',
})

/** An ordered list, and what is known of it. */
type Counted = {
  order: ListOrder
  /** How many match. */
  total?: number
  /** How many rows one query may pass; without it they are passed in one go. */
  windowSize?: number
}

/**
 * The ids of some rows that match, in order. The last pages are found from the end: what stands before a page is looked
 * at row by row.
 */
export async function findFromNearerEnd<Table extends keyof Tables>(
  matching: Matching<Table>,
  { order, window, total, windowSize }: Counted & { window: Window; total: number },
) {
  const { limit, offset } = window
  if (offset >= total) return []
  const after = total - offset - limit
  if (after >= offset) return findFar(matching, order, window, windowSize)
  const fromEnd = { limit: limit + Math.min(0, after), offset: Math.max(0, after) }
  return (await findFar(matching, reversed(order), fromEnd, windowSize)).reverse()
}

async function findFar<Table extends keyof Tables>(
  matching: Matching<Table>,
  order: ListOrder,
  window: Window,
  windowSize = Number.POSITIVE_INFINITY,
) {
  if (window.offset < windowSize) return findIds(matching, order, window)
  const ids: number[] = []
  let passed = 0
  for await (const some of idWindows(matching, order, windowSize)) {
    const first = Math.max(0, window.offset - passed)
    ids.push(...some.slice(first, first + window.limit - ids.length))
    if (ids.length === window.limit) break
    passed += some.length
  }
  return ids
}

/** The ids of all rows that match, in order, found a window at a time, so that no query takes long. */
export async function findIdsInWindows<Table extends keyof Tables>(
  matching: Matching<Table>,
  order: ListOrder,
  windowSize: number,
): Promise<number[]> {
  const ids: number[] = []
  for await (const some of idWindows(matching, order, windowSize)) {
    for (const id of some) ids.push(id)
  }
  return ids
}

/** The ids of the rows that match, in order, a window at a time. @param start the keys that they come after */
async function* idWindows<Table extends keyof Tables>(
  matching: Matching<Table>,
  order: ListOrder,
  size: number,
  start?: Keys,
) {
  let last = start
  for (;;) {
    const further = last
      ? matching.where(isFurther(order.columns, valuesIn(last, order), order.direction))
      : matching
    const rows = (await inOrder(further.select(keysOf(order)), order)
      .limit(size)
      .execute()) as Keys[]
    yield rows.map((row) => row[`key${order.columns.length - 1}`] as number)
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}

export const countMatching = async <Joined, Among extends keyof Joined>(
  matching: SelectQueryBuilder<Joined, Among, object>,
) => ((await countOf(matching).executeTakeFirstOrThrow()) as { total: number }).total

/**
 * The ids of a page and the total count, in one search; the count is 0 for a page past the end. What was found is
 * materialized before it is ordered: for the sake of the limit, PostgreSQL would read all rows in their order instead
 * of those that the search's index names, although the count needs all of them.
 * @param where a condition on the columns of the order, under these names
 */
async function findCountedIds<Table extends keyof Tables>(
  database: Database,
  matching: Matching<Table>,
  {
    order,
    window: { limit, offset },
    where = () => sql<boolean>`true`,
  }: {
    order: ListOrder
    window: Window
    where?: (names: readonly OrderColumn[]) => RawBuilder<boolean>
  },
) {
  const { columns, direction } = order
  const names = columns.map((_, index) => `found.key${index}`)
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized ${matching.select(keysOf(order))}
    select ${sql.ref(names.at(-1) ?? '')} as id, count(*) over () as total from found
    where ${where(names)} order by ${orderByClause(names, direction)} limit ${limit} offset ${offset}
  `.execute(database)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/**
 * The keys of a row, and how to find what is before or after it in an ordered list. @returns null when there is no such
 * row
 */
async function findAround<Table extends keyof Tables>(own: Matching<Table>, order: ListOrder) {
  const row = (await own.select(keysOf(order)).executeTakeFirst()) as Keys | undefined
  if (!row) return null
  const values = valuesIn(row, order)
  const side = (nearest: ListOrder) => ({
    isFurther: (names: readonly OrderColumn[]) => isFurther(names, values, nearest.direction),
    order: nearest,
  })
  return { keys: row, before: side(reversed(order)), after: side(order) }
}

/** The columns of an order under the names `key0`, `key1` and so on. */
type Keys = Record<string, string | number>

const keysOf = ({ columns }: ListOrder) =>
  columns.map((column, index) => refTo(column).as(`key${index}`))

const valuesIn = (keys: Keys, { columns }: ListOrder) =>
  columns.map((_, index) => keys[`key${index}`])

/** Compared as a row value, so that the index of the order is used. */
const isFurther = (
  names: readonly OrderColumn[],
  values: readonly unknown[],
  direction: ListOrder['direction'],
) =>
  sql<boolean>`(${sql.join(names.map(refTo))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`

/**
 * The ids before and after a row in an ordered list, which need not contain it.
 * @param own the row
 * @param ahead how many after it
 * @returns null when there is no such row
 */
export async function findNeighbours<Table extends keyof Tables>(
  database: Database,
  own: Matching<Table>,
  matching: Matching<Table>,
  order: ListOrder,
  { isSearch = false, ahead = 1 } = {},
) {
  const around = await findAround(own, order)
  if (!around) return null
  const idsOf = async ({ isFurther, order: nearest }: typeof around.after, limit: number) => {
    const window = { limit, offset: 0 }
    return isSearch
      ? (await findCountedIds(database, matching, { order: nearest, window, where: isFurther })).ids
      : findIds(matching.where(isFurther(order.columns)), nearest, window)
  }
  const [before, upcoming] = await Promise.all([
    idsOf(around.before, 1),
    idsOf(around.after, ahead),
  ])
  return { previous: before[0] ?? null, next: upcoming[0] ?? null, upcoming }
}

/** The place of a row in an ordered list, counted from 1, and the length of the list. */
export async function findPlace<Table extends keyof Tables>(
  own: Matching<Table>,
  matching: Matching<Table>,
  { order, total: known, windowSize }: Counted,
) {
  const around = await findAround(own, order)
  if (!around) return null
  const { keys, before } = around
  const [passed, total] = await Promise.all([
    windowSize === undefined
      ? countMatching(matching.where(before.isFurther(order.columns)))
      : countInWindows(matching, before.order, windowSize, keys),
    known ?? countMatching(matching),
  ])
  return { place: passed + 1, total }
}

async function countInWindows<Table extends keyof Tables>(
  ...from: Parameters<typeof idWindows<Table>>
) {
  let passed = 0
  for await (const some of idWindows(...from)) passed += some.length
  return passed
}
