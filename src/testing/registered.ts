import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Holds that the counter of each cohort is what its applications take. @returns it by name */
export async function registeredOf({ services }: TestApp): Promise<Record<string, number>> {
  const { database } = services
  const cohorts = await database.selectFrom('cohorts').selectAll().execute()
  for (const { id, name, registered: count, capacity } of cohorts) {
    const rows = await database
      .selectFrom('applications')
      .select(['status', 'waiting_since'])
      .where('cohort_id', '=', id)
      .execute()
    const taken = rows.filter(
      ({ status, waiting_since }) =>
        status === 'ACCEPTED' || (/PEND|REV|SHORT/.test(status) && waiting_since === null),
    )
    expect(count, name).toBe(taken.length)
    expect(count, name).toBeLessThanOrEqual(capacity)
  }
  return Object.fromEntries(cohorts.map((cohort) => [cohort.name, cohort.registered]))
}
