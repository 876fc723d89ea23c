import { z } from 'zod'
import { exportFormats } from './export-formats.ts'
import { knownFilters } from './list-fields.ts'

const format = z.preprocess((value) => value || 'csv', z.enum(exportFormats))
const oneOrder = z.never({ error: 'This list has one order' }).optional()

/**
 * The input of an export, whose route needs `inputStructure: 'detailed'`. The filters may come without `filters` around
 * them.
 */
export function exportInput<
  Filters extends z.ZodRawShape,
  Ordering extends z.ZodType = typeof oneOrder,
>(filters: Filters, ordering: Ordering = oneOrder as never) {
  return z.object({
    query: z.object({ format: format.prefault('csv') }).prefault({}),
    body: z
      .preprocess(
        withFiltersAround,
        z.strictObject({ filters: knownFilters(filters).prefault({} as never), ordering }),
      )
      .prefault({ filters: {} }),
  })
}

/** The body of an export, by the filters of its list. */
export type ExportBody<Filters extends { ordering?: unknown }> = {
  filters: Omit<Filters, 'ordering'>
  ordering?: Filters['ordering']
}

function withFiltersAround(body: unknown) {
  if (typeof body !== 'object' || body === null || 'filters' in body) return body
  // Spread, an empty list would be no filters, which exports everything.
  if (Array.isArray(body)) return { filters: body }
  const { ordering, ...filters } = body as { ordering?: unknown }
  return { filters, ...(ordering !== undefined && { ordering }) }
}
