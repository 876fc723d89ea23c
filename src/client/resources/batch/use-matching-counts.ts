import { useQueries } from '@tanstack/react-query'
import { formatCount } from '#shared/format.ts'
import { type StatusLooks, statusOptions } from '#ui/status-badge.tsx'
import { type ListProcedure, listOptions } from '../../api/queries.ts'

/** Some of the rows that match, by filters of the list's procedure. */
type Part = { label: string; filters: object }

/**
 * What all rows that match consist of, as the list counts them: '12 new, 3 reviewing'.
 * @returns undefined until every part is counted
 */
export function useMatchingCounts(procedure: ListProcedure, parts: readonly Part[]) {
  const reads = useQueries({
    queries: parts.map(({ filters }) => listOptions(procedure, { ...filters, page_size: 1 })),
  })
  const totals = reads.map(({ data }) => data?.total_items)
  if (totals.includes(undefined)) return undefined
  return parts
    .map(({ label }, index) => ({ label, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .map(({ label, total }) => `${formatCount(total)} ${label}`)
    .join(', ')
}

/** A part for each status that the list is filtered by, or for each there is. */
export function partsByStatus<Status extends string>(
  looks: StatusLooks<Status>,
  filters: { status?: readonly string[] },
): Part[] {
  const { status } = filters
  const isAsked = (value: string) => !status || status.includes('ALL') || status.includes(value)
  return statusOptions(looks)
    .filter(({ value }) => isAsked(value))
    .map(({ value, label }) => ({
      label: label.toLowerCase(),
      filters: { ...filters, status: [value] },
    }))
}
