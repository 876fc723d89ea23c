import { sql } from 'kysely'
import { secondsBetween } from '#database/columns.ts'
import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { inTurns } from '#platform/rows/stream-batch.ts'
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

export async function findFunnel(database: Database, id: number): Promise<Funnel | null> {
  const cohort = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'capacity as limit', 'registered as total_registered'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cohort) return null
  const counts = await database
    .selectFrom('application_counts')
    .select(({ fn }) => ['status', fn.sum<number>('total').as('count')])
    .where('cohort_id', '=', id)
    .groupBy('status')
    .execute()
  const countOf = new Map(counts.map(({ status, count }) => [status, count]))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const { reachedOf, medianDaysOf } = await readHistories(database, id)
  return {
    ...cohort,
    total,
    statuses: applicationStatuses.map((status) => ({
      status,
      count: countOf.get(status) ?? 0,
      // Each has applied, with or without a history.
      reached: status === 'PENDING' ? total : reachedOf(status),
      median_days: medianDaysOf(status),
    })),
  }
}

const daySeconds = 24 * 60 * 60

/** This many applications are read in one turn: 20,000 at once would hold up others for too long. */
const windowSize = 2_000

/**
 * How many applications of a cohort have ever come to each step of the funnel or to a later one, and the median days in
 * each status of the stays that have ended.
 */
async function readHistories(database: Database, cohort: number) {
  const farthest: number[] = []
  const lasted = new Map<ApplicationStatus, number[]>(applicationStatuses.map((one) => [one, []]))
  for await (const rows of inTurns(findStays(database, cohort))) {
    for (const { status, value } of rows) {
      if (status === null) farthest.push(value)
      else lasted.get(status)?.push(value)
    }
  }
  return {
    reachedOf(status: ApplicationStatus) {
      const step = funnelStatuses.indexOf(status)
      return step < 0 ? null : farthest.filter((one) => one >= step).length
    },
    medianDaysOf(status: ApplicationStatus) {
      const seconds = lasted.get(status) ?? []
      if (seconds.length === 0) return null
      return Math.round((medianOf(seconds) / daySeconds) * 10) / 10
    },
  }
}

function medianOf(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0
  return (low + high) / 2
}

type Stay = { status: ApplicationStatus | null; value: number }

/**
 * Of some applications after the other: the seconds of each stay in a status that has ended, and without a status the
 * farthest step of each application.
 */
async function* findStays(database: Database, cohort: number): AsyncGenerator<Stay[]> {
  const steps = funnelStatuses.map((status, step) => sql`when ${status} then ${sql.lit(step)}`)
  const seconds = secondsBetween(database, sql`created_at`, sql`left_at`)
  let last = { created_at: '', id: 0 }
  for (;;) {
    const applications = await database
      .selectFrom('applications')
      .select(['created_at', 'id'])
      .where('cohort_id', '=', cohort)
      .$if(last.id > 0, (query) =>
        query.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(windowSize)
      .execute()
    if (applications.length === 0) return
    const { rows } = await sql<Stay>`
      with stays as materialized (
        select application_id, to_status, created_at,
          lead(created_at) over history as left_at,
          coalesce(lead(is_undo) over history, 0) = 1 as is_undone
        from application_history
        where application_id in (${sql.join(applications.map(({ id }) => id))})
          and (from_status is null or from_status <> to_status)
        window history as (partition by application_id order by id)
      )
      select null as status, max(case to_status ${sql.join(steps, sql` `)} else 0 end) as value
      from stays where not is_undone group by application_id
      union all
      select to_status, ${seconds} from stays where left_at is not null and not is_undone
    `.execute(database)
    yield rows
    last = applications.at(-1) ?? last
  }
}
