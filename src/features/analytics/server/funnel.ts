import type { Database } from '#database/open.ts'
import type { AnalyticsReport, ApplicationStep } from '../contract.ts'

const cohortsMax = 15

/**
 * The application's funnel by cohort.
 * @param seen how often its page was opened
 * @param steps the values of `application_step`
 */
export async function makeFunnel(
  database: Database,
  seen: number,
  steps: readonly { value: string; count: number }[],
): Promise<AnalyticsReport['funnel']> {
  const cohorts = new Map<number, Partial<Record<ApplicationStep, number>>>()
  const refused = new Map<string, number>()
  for (const { value, count } of steps) {
    const [step, id, field] = value.split(' ')
    if (field) refused.set(field, (refused.get(field) ?? 0) + count)
    else if (id) cohorts.set(Number(id), { ...cohorts.get(Number(id)), [step as string]: count })
  }
  const names = await findCohorts(database, [...cohorts.keys()])
  return {
    seen,
    cohorts: [...cohorts]
      .map(([id, { chosen = 0, stack = 0, typed = 0, sent = 0 }]) => ({
        ...{ id, name: names.get(id) ?? 'A deleted cohort' },
        ...{ chosen, stack, typed, sent },
      }))
      .sort((a, b) => b.chosen - a.chosen || a.id - b.id)
      .slice(0, cohortsMax),
    refused: [...refused]
      .map(([field, count]) => ({ field, count }))
      .sort((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1)),
  }
}

async function findCohorts(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await database
    .selectFrom('cohorts')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
