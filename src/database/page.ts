import type { Compilable, SelectQueryBuilder } from 'kysely'
import type { Database } from './open.ts'
import { prepareQuery, type Slots } from './prepared.ts'
import type { Tables } from './tables.ts'

/** The page, counted from 1, and its number of rows. */
export type PageQuery = { page: number; page_size: number }

/** The response of every list. */
export type Page<Row> = {
  results: Row[]
  total_items: number
  total_pages: number
  current_page: number
}

/**
 * Finds one page of a list. A page past the end is empty.
 * @param matching the query without columns or order, for the count
 * @param ordered the same query with columns and order
 */
export async function findPage<Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, object>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  page: PageQuery,
) {
  const rows = await ordered.limit(page.page_size).offset(offsetOf(page)).execute()
  return pageOf(rows, page, () => countOf(matching).execute())
}

type Listed<Table extends keyof Tables, Joined, Among extends keyof Joined, Found, Row> = {
  matching: SelectQueryBuilder<Tables, Table, object>
  ordered: SelectQueryBuilder<Joined, Among, Found>
  /** Reads the rows of a page by their keys, where `ordered` has these alone: PostgreSQL reads all before the page. */
  rowsOf?: (keys: SelectQueryBuilder<Joined, Among, Found>) => Compilable<Row>
}

/** Like `findPage`, with queries that are compiled once: for the public lists, which are read often. */
export function preparePages<
  Values extends object,
  Table extends keyof Tables,
  Joined,
  Among extends keyof Joined,
  Found,
  Row = Found,
>(build: (database: Database, slots: Slots<Values>) => Listed<Table, Joined, Among, Found, Row>) {
  type Window = ReturnType<typeof windowOf>
  const rows = prepareQuery<Values & Window, Row>((database, slots) => {
    const { ordered, rowsOf } = build(database, slots)
    const found = ordered.limit(slots.limit).offset(slots.offset)
    return (rowsOf?.(found) ?? found) as Compilable<Row>
  })
  const count = prepareQuery((database, slots: Slots<Values>) =>
    countOf(build(database, slots).matching),
  )
  return async (database: Database, values: Values, page: PageQuery) => {
    const limited = { ...values, ...windowOf(page) }
    return pageOf(await rows(database, limited), page, () => count(database, values))
  }
}

/** The number of rows before the page. */
export const offsetOf = ({ page, page_size }: PageQuery) => (page - 1) * page_size

/** The rows of the page, among all. */
export const windowOf = (page: PageQuery) => ({ limit: page.page_size, offset: offsetOf(page) })

/** Counts a query's rows. */
export const countOf = <Joined, Among extends keyof Joined>(
  matching: SelectQueryBuilder<Joined, Among, object>,
) => matching.select((select) => select.fn.countAll<number>().as('total'))

/** The rows in the order of the ids, which they were found by; ids without a row are left out. */
export function inOrderOf<Row extends { id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The response of a list, from the rows of its page. @param count counts all rows, if it must */
export async function pageOf<Row>(
  results: Row[],
  page: PageQuery,
  count: () => Promise<{ total: number }[]>,
): Promise<Page<Row>> {
  // A page that is not full is the last one, so the total follows from it, unless it is past the end.
  const isLast = results.length < page.page_size && (results.length > 0 || page.page === 1)
  const total = isLast ? offsetOf(page) + results.length : ((await count())[0]?.total ?? 0)
  return pageOfTotal(results, total, page)
}

/** The response of a list, from the rows of its page and the number of all. */
export const pageOfTotal = <Row>(
  results: Row[],
  total: number,
  { page, page_size }: PageQuery,
): Page<Row> => ({
  results,
  total_items: total,
  total_pages: Math.ceil(total / page_size),
  current_page: page,
})
