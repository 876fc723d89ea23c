import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * One page of a list, in the shape that every list is answered in. A page past the end is empty.
 * @param matching the rows that match, without columns or order, to count them
 * @param ordered the same rows with their columns, in order
 */
export async function findPage<Table extends keyof Tables, Matching, Row>(
  matching: SelectQueryBuilder<Tables, Table, Matching>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  { page, page_size }: { page: number; page_size: number },
) {
  const { total } = (await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  const offset = (page - 1) * page_size
  const results = offset < total ? await ordered.limit(page_size).offset(offset).execute() : []
  return {
    results,
    total_items: total,
    total_pages: Math.ceil(total / page_size),
    current_page: page,
  }
}
