import type { SavedView } from '#features/views/contract.ts'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { useRead } from '../../api/queries.ts'

/** What a view keeps of the list's URL: all but the page. In one order, so that they can be compared. */
function withoutPlace(search: string) {
  const params = new URLSearchParams(search)
  for (const name of ['page', 'view']) params.delete(name)
  params.sort()
  return params.toString()
}

/** The query of a view, for links to it. */
export const viewSearch = ({ id, parameters }: SavedView) =>
  `?${parameters}${parameters && '&'}view=${id}`

/** Whether it isn't known yet which views a list has. Without a list: no. */
export const useAreViewsLoading = (list: SavedView['list'] | undefined) =>
  !useRead('views.list', { list: list ?? 'applications' }, { enabled: list !== undefined })
    .isFetched && list !== undefined

/** The saved views of a list, and the one that is shown. */
export function useSavedViews(list: SavedView['list'], listUrl: ListUrl) {
  const { data, error, refetch } = useRead('views.list', { list })
  const views = data?.results
  const id = Number(listUrl.get('view'))
  const shown = views?.find((view) => view.id === id)
  return {
    views,
    shown,
    error,
    refetch,
    /** What would be saved now. */
    parameters: withoutPlace(listUrl.search),
    /** Whether the list shows something else than its view by now. */
    isChanged:
      shown !== undefined && withoutPlace(shown.parameters) !== withoutPlace(listUrl.search),
    /** Whether the URL names a view that has been deleted, or is shared no longer. */
    isGone: id > 0 && views !== undefined && !shown,
  }
}
