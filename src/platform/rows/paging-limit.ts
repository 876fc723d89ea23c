import { offsetOf, type Page, type PageQuery } from '#database/page.ts'
import { invalidFields } from '../http/errors.ts'

/** How many rows of an endless list can be paged through: the database walks past all rows before a page. */
const pagedMax = 10_000

/**
 * Finds a page of such a list. A page past the end is empty.
 * @throws 400 for a page that there is, but too far from the first
 */
export async function findPageWithinLimit<Found extends Page<unknown> & { has_more?: boolean }>(
  page: PageQuery,
  find: (page: PageQuery) => Promise<Found>,
): Promise<Found> {
  if (page.page * page.page_size <= pagedMax) return find(page)
  const first = await find({ page: 1, page_size: page.page_size })
  if (first.has_more || offsetOf(page) < first.total_items) {
    throw invalidFields({ page: ['Only the first 10,000 can be paged through'] })
  }
  return { ...first, results: [], current_page: page.page }
}
