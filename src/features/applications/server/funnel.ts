import { sql } from 'kysely'
import { secondsBetween } from '#database/columns.ts'
import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { undoneNote } from '#shared/audit-log.ts'
import { type Funnel, funnelContract } from '../funnel-contract.ts'
import { type ApplicationStatus, applicationStatuses, funnelStatuses } from '../validation.ts'

const procedures = implementContract(funnelContract)

export const funnelHandlers = procedures.router({
  funnel: procedures.funnel.handler(async ({ input: { id }, context }) => {
    const found = await findFunnel(context.database, id)
    if (!found) throw notFound('This cohort')
    return found
  }),
})

async function findFunnel(database: Database, id: number): Promise<Funnel | null> {
  const cohort = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'capacity as limit', 'registered as total_registered'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cohort) return null
  const counts = await database
    .selectFrom('applications')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('cohort_id', '=', id)
    .groupBy('status')
    .execute()
  const countOf = new Map(counts.map(({ status, count }) => [status, count]))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const reached = await findReached(database, id, total)
  const medians = await findMedians(database, id)
  return {
    ...cohort,
    total,
    statuses: applicationStatuses.map((status) => ({
      ...{ status, count: countOf.get(status) ?? 0 },
      reached: reached.get(status) ?? null,
      median_days: medians.get(status) ?? null,
    })),
  }
}

/** Each status that an application of the cohort got, when, when it left it, and whether that was undone at once. */
const stays = (cohort: number) => sql`
  select application_id, to_status, created_at,
    lead(created_at) over history as left_at,
    coalesce(lead(notes) over history, '') = ${undoneNote} as is_undone
  from application_history
  where application_id in (select id from applications where cohort_id = ${cohort})
    and (from_status is null or from_status <> to_status)
  window history as (partition by application_id order by id)
`

/** How many applications have ever come to each step of the funnel, or to a later one. */
async function findReached(database: Database, cohort: number, total: number) {
  const steps = funnelStatuses.map((status, step) => sql`when ${status} then ${sql.lit(step)}`)
  const { rows } = await sql<{ step: number; count: number }>`
    select step, count(*) as count from (
      select max(case to_status ${sql.join(steps, sql` `)} else 0 end) as step
      from (${stays(cohort)}) as stays where not is_undone group by application_id
    ) as farthest group by step
  `.execute(database)
  return new Map<ApplicationStatus, number>(
    funnelStatuses.map((status, step) => [
      status,
      // Each has applied, with or without a history.
      step === 0
        ? total
        : rows.filter((row) => row.step >= step).reduce((sum, { count }) => sum + count, 0),
    ]),
  )
}

const daySeconds = 24 * 60 * 60

/** The median days in each status, of the stays that have ended. */
async function findMedians(database: Database, cohort: number) {
  const seconds = secondsBetween(database, sql`created_at`, sql`left_at`)
  const { rows } = await sql<{ status: ApplicationStatus; seconds: number }>`
    select to_status as status, avg(seconds) as seconds from (
      select to_status, seconds,
        row_number() over (partition by to_status order by seconds) as place,
        count(*) over (partition by to_status) as total
      from (
        select to_status, ${seconds} as seconds from (${stays(cohort)}) as stays
        where left_at is not null and not is_undone
      ) as lasting
    ) as sorted
    where 2 * place between total and total + 2 group by to_status
  `.execute(database)
  return new Map(
    rows.map((row) => [row.status, Math.round((row.seconds / daySeconds) * 10) / 10] as const),
  )
}
