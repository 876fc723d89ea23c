import type { Database } from '#database/open.ts'
import type { AnalyticsReport, ApplicationStep } from '../contract.ts'

const cohortsMax = 15
const refusedMax = 30

/**
 * The application's funnel by cohort.
 * @param seen how often its page was opened
 * @param steps the values of `application_step`
 * @param isPublic whether the names of drafts are left out
 */
export async function makeFunnel(
  database: Database,
  seen: number,
  steps: readonly { value: string; count: number }[],
  isPublic: boolean,
): Promise<AnalyticsReport['funnel']> {
  const cohorts = new Map<number, Partial<Record<ApplicationStep, number>>>()
  const refused: { field: string; cohort_id: number; count: number }[] = []
  for (const { value, count } of steps) {
    const [step, id, field] = value.split(' ')
    if (field) refused.push({ field, cohort_id: Number(id), count })
    else if (id) cohorts.set(Number(id), { ...cohorts.get(Number(id)), [step as string]: count })
  }
  const ids = new Set([...cohorts.keys(), ...refused.map(({ cohort_id }) => cohort_id)])
  const names = await findCohorts(database, [...ids], isPublic)
  const nameOf = (id: number) => names.get(id) ?? 'A deleted cohort'
  return {
    seen,
    cohorts: [...cohorts]
      .map(([id, { chosen = 0, stack = 0, typed = 0, sent = 0 }]) => ({
        id,
        name: nameOf(id),
        chosen,
        stack,
        typed,
        sent,
      }))
      .sort((a, b) => b.chosen - a.chosen || a.id - b.id)
      .slice(0, cohortsMax),
    refused: refused
      .map((one) => ({ ...one, cohort: nameOf(one.cohort_id) }))
      .sort(
        (a, b) => b.count - a.count || a.field.localeCompare(b.field) || a.cohort_id - b.cohort_id,
      )
      .slice(0, refusedMax),
  }
}

async function findCohorts(database: Database, ids: number[], isPublic: boolean) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'status'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, status }) => [
      id,
      isPublic && status === 'draft' ? 'A cohort that is not public' : name,
    ]),
  )
}
