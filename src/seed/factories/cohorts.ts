import { insertCohort, type StoredCohort } from '#features/cohorts/server/queries.ts'
import { closingTime } from '#features/cohorts/validation.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'

/** The day so many days from now, in the company's time zone. */
export const dayFromNow = (now: Date, days: number) =>
  localDay(new Date(now.getTime() + days * dayMs))

/** Stores a cohort, by default open for another month. @returns its id */
export function createCohort(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<Omit<StoredCohort, 'closes_at'>> = {},
) {
  const cohort = {
    name: 'Kigali Cohort',
    short_description: '<p>Three months of practice.</p>',
    status: 'open' as const,
    start: dayFromNow(now(), 45),
    end: dayFromNow(now(), 45 + 91),
    deadline: dayFromNow(now(), 30),
    limit: 30,
    ...overrides,
  }
  const closes_at = closingTime(cohort).toISOString()
  return insertCohort(database, { ...cohort, closes_at }, now().toISOString())
}
