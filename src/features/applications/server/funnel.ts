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
  const { reachedOf, medianOf } = await readHistories(database, id)
  return {
    ...cohort,
    total,
    statuses: applicationStatuses.map((status) => ({
      ...{ status, count: countOf.get(status) ?? 0 },
      // Each has applied, with or without a history.
      reached: status === 'PENDING' ? total : reachedOf(status),
      median_days: medianOf(status),
    })),
  }
}

const way: readonly ApplicationStatus[] = funnelStatuses

const daySeconds = 24 * 60 * 60

/**
 * How many applications of a cohort have ever come to each step of the funnel or to a later one, and the median days in
 * each status of the stays that have ended. The stays are sorted once for both.
 */
async function readHistories(database: Database, cohort: number) {
  const steps = way.map((status, step) => sql`when ${status} then ${sql.lit(step)}`)
  const seconds = secondsBetween(database, sql`created_at`, sql`left_at`)
  const { rows } = await sql<{ farthest: number | null; status: string | null; value: number }>`
    with stays as materialized (
      select application_id, to_status, created_at,
        lead(created_at) over history as left_at,
        coalesce(lead(notes) over history, '') = ${undoneNote} as is_undone
      from application_history
      where application_id in (select id from applications where cohort_id = ${cohort})
        and (from_status is null or from_status <> to_status)
      window history as (partition by application_id order by id)
    )
    select farthest, null as status, count(*) as value from (
      select max(case to_status ${sql.join(steps, sql` `)} else 0 end) as farthest
      from stays where not is_undone group by application_id
    ) as ways group by farthest
    union all
    select null, to_status, avg(seconds) from (
      select to_status, seconds,
        row_number() over (partition by to_status order by seconds) as place,
        count(*) over (partition by to_status) as total
      from (
        select to_status, ${seconds} as seconds from stays
        where left_at is not null and not is_undone
      ) as lasting
    ) as sorted
    where 2 * place between total and total + 2 group by to_status
  `.execute(database)
  return {
    reachedOf(status: ApplicationStatus) {
      const step = way.indexOf(status)
      if (step < 0) return null
      const further = rows.filter(({ farthest }) => farthest !== null && farthest >= step)
      return further.reduce((sum, { value }) => sum + value, 0)
    },
    medianOf(status: ApplicationStatus) {
      const median = rows.find((row) => row.status === status)
      return median ? Math.round((median.value / daySeconds) * 10) / 10 : null
    },
  }
}
