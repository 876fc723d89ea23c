import { useRead } from '#client/api/queries.ts'
import { closingTime } from '../deadline.ts'

/** The cohorts that accept applications now, sorted by closing time. */
export function useOpenCohorts() {
  const { data, ...rest } = useRead('cohorts.list', { status: 'open', page_size: 100 })
  const now = new Date()
  return { ...rest, cohorts: data?.results.filter((cohort) => closingTime(cohort) > now) }
}
