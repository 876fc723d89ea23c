import type { SelectQueryBuilder } from 'kysely'
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
export async function findPage<Table extends keyof Tables, Matching, Row>(
  matching: SelectQueryBuilder<Tables, Table, Matching>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  { page, page_size }: PageQuery,
) {
  const offset = (page - 1) * page_size
  const results = await ordered.limit(page_size).offset(offset).execute()
  // A page that is not full is the last, and tells how many there are, unless it is past the end.
  const isLast = results.length < page_size && (results.length > 0 || page === 1)
  const total = isLast ? offset + results.length : await countOf(matching)
  return {
    results,
    total_items: total,
    total_pages: Math.ceil(total / page_size),
    current_page: page,
  }
}

async function countOf<Table extends keyof Tables, Matching>(
  matching: SelectQueryBuilder<Tables, Table, Matching>,
) {
  const { total } = (await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  return total
}
