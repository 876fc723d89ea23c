import type { Database } from '#database/open.ts'

/** The kept counts that are not what counting the applications gives, with the difference. */
export async function findWrongCounts(database: Database) {
  const applications = await database.selectFrom('applications').selectAll().execute()
  const kept = await database.selectFrom('application_counts').selectAll().execute()
  const differences = new Map<string, number>()
  const add = (parts: readonly unknown[], change: number) => {
    const key = parts.join(' ')
    differences.set(key, (differences.get(key) ?? 0) + change)
  }
  for (const { cohort_id, status, tech_stack_id, level, gender, waiting_since } of applications) {
    const hasPlace = Number(waiting_since !== null)
    add([cohort_id, status, tech_stack_id, level ?? '', gender, hasPlace], 1)
  }
  for (const { cohort_id, status, tech_stack_id, level, gender, has_place, total } of kept) {
    add([cohort_id, status, tech_stack_id, level, gender, has_place], -total)
  }
  return [...differences].filter(([, difference]) => difference !== 0)
}
