import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './open.ts'
import { prepareQuery, type Slots } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Which page is asked for, counted from 1, and how many rows a page has. */
export type PageQuery = { page: number; page_size: number }

/** A page in the shape that every list is answered in. */
export type Page<Row> = {
  results: Row[]
  total_items: number
  total_pages: number
  current_page: number
}

/**
 * One page of a list. A page past the end is empty.
 * @param matching the rows that match, without columns or order, to count them
 * @param ordered the same rows with their columns, in order
 */
export async function findPage<Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, object>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  page: PageQuery,
) {
  const rows = await ordered.limit(page.page_size).offset(offsetOf(page)).execute()
  return pageOf(rows, page, () => countOf(matching).execute())
}

type Listed<Table extends keyof Tables, Joined, Among extends keyof Joined, Row> = {
  matching: SelectQueryBuilder<Tables, Table, object>
  ordered: SelectQueryBuilder<Joined, Among, Row>
}

/** The pages of a list that visitors ask for again and again: `findPage` by queries that are compiled once. */
export function preparePages<
  Values extends object,
  Table extends keyof Tables,
  Joined,
  Among extends keyof Joined,
  Row,
>(build: (database: Database, slots: Slots<Values>) => Listed<Table, Joined, Among, Row>) {
  const rows = prepareQuery((database, slots: Slots<Values & { limit: number; offset: number }>) =>
    build(database, slots).ordered.limit(slots.limit).offset(slots.offset),
  )
  const count = prepareQuery((database, slots: Slots<Values>) =>
    countOf(build(database, slots).matching),
  )
  return async (database: Database, values: Values, page: PageQuery) => {
    const limited = { ...values, limit: page.page_size, offset: offsetOf(page) }
    return pageOf(await rows(database, limited), page, () => count(database, values))
  }
}

const offsetOf = ({ page, page_size }: PageQuery) => (page - 1) * page_size

const countOf = <Table extends keyof Tables>(matching: SelectQueryBuilder<Tables, Table, object>) =>
  matching.select((select) => select.fn.countAll<number>().as('total'))

async function pageOf<Row>(
  results: Row[],
  asked: PageQuery,
  count: () => Promise<{ total: number }[]>,
): Promise<Page<Row>> {
  // A page that is not full is the last, and tells how many there are, unless it is past the end.
  const isLast = results.length < asked.page_size && (results.length > 0 || asked.page === 1)
  const total = isLast ? offsetOf(asked) + results.length : ((await count())[0]?.total ?? 0)
  return {
    results,
    total_items: total,
    total_pages: Math.ceil(total / asked.page_size),
    current_page: asked.page,
  }
}
