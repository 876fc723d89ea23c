import { useRead } from '#client/api/queries.ts'
import { linkFilter, loadedFilter, readId, readText, textFilter } from '#ui/data-table/filters.ts'
import { commentOrders, commentStatuses } from '../validation.ts'

const useArticleOptions = () =>
  useRead('news.list', {
    status: 'all',
    ordering: 'title',
    page_size: 100,
  }).data?.results.map(({ id, title }) => ({ value: String(id), label: title }))

/** The queue shows what is pending; its tabs set the other filters. */
export const commentListSpec = {
  filters: {
    search: textFilter('Search comments'),
    news_id: loadedFilter('Article', 'Any article', readId, useArticleOptions),
    status: linkFilter('Status', (text) =>
      (['ALL', ...commentStatuses] as const).find((status) => status === text),
    ),
    is_held: linkFilter('Held', (text) => (text === 'true' ? ('true' as const) : undefined)),
    wave: linkFilter('Wave', readText(500)),
  },
  orders: commentOrders,
  defaultOrdering: '-created_at',
  always: { status: 'PENDING', without_waves: true },
}
