import { type Filters, type ListSpec, readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { parseApiError } from '../../api/errors.ts'
import { type ListProcedure, type ProcedureInput, useRead } from '../../api/queries.ts'

/**
 * Loads a page of a resource by the URL. `spec` defines the filters once, for the URL, their fields, the call and
 * the text of an empty list: `useResourceList('cohorts.list', cohortListSpec)`.
 */
export function useResourceList<Name extends ListProcedure, Spec extends Filters>(
  procedure: Name,
  spec: ListSpec<Spec>,
  /** How often it is loaded anew, for a list that several people work on at once. */
  refetchInterval?: number,
) {
  const listUrl = useListUrl(spec.pageSize)
  const { filters, ordering } = readListQuery(listUrl, spec)
  const paging = { page: listUrl.page, page_size: listUrl.pageSize }
  const { data, error, refetch, isPlaceholderData } = useRead(
    procedure,
    {
      ...spec.always,
      ...filters,
      ...(ordering && { ordering }),
      ...paging,
    } as ProcedureInput<Name>,
    { keepsPrevious: true, refetchInterval },
  )
  return {
    procedure,
    spec,
    listUrl,
    filters,
    ordering,
    page: data,
    /** The page unless another one is loading. */
    fresh: isPlaceholderData ? undefined : data,
    isStale: isPlaceholderData,
    problem: error ? parseApiError(error).detail : undefined,
    onRetry: refetch,
  }
}
