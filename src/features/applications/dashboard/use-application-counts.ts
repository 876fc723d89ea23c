import { useQueries } from '@tanstack/react-query'
import { readOptions } from '#client/api/queries.ts'
import { applicationStatuses } from '../validation.ts'

/** The number of applications by status; undefined until it is loaded. */
export function useApplicationCounts() {
  const results = useQueries({
    queries: applicationStatuses.map((status) =>
      readOptions('applications.list', { status, page_size: 1 }),
    ),
  })
  const failed = results.find((result) => result.error && !result.data)
  return {
    counts: applicationStatuses.map((status, index) => ({
      status,
      count: results[index]?.data?.total_items,
    })),
    error: failed?.error,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}
