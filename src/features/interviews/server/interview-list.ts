import { sql } from 'kysely'
import { inIdWindows } from '#database/id-windows.ts'
import type { Database } from '#database/open.ts'
import { countMatching } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { offsetOf, type PageQuery, pageOfTotal } from '#database/page.ts'
import { contains, wordsOf } from '#database/search.ts'
import { closedStatuses } from '#features/applications/contract.ts'
import type { Services } from '#platform/http/context.ts'
import { batchWindowMax } from '#shared/batch-window.ts'
import type { InterviewFilters } from '../contract.ts'
import type { InterviewState, interviewOrders } from '../validation.ts'
import { allInterviews, findInterviews, type InterviewWhere } from './interview-rows.ts'
import { freeSlots, takenSeats } from './slots.ts'

export type OrderedFilters = InterviewFilters & {
  ordering?: (typeof interviewOrders)[number]
}

/** @param at ISO 8601: when times are to come or over */
function matching(database: Database, filters: InterviewFilters, at: string) {
  const { cohort_id, state, when, can_choose, is_closed, search = '' } = filters
  let query = allInterviews(database)
  if (cohort_id) query = query.where('applications.cohort_id', 'in', cohort_id)
  if (state) {
    query = query.where((where) => where.or(state.map((one) => hasState(one)(where))))
  }
  if (when) query = query.where('slot.ends_at', when === 'past' ? '<=' : '>', at)
  if (can_choose !== undefined) {
    query = query.where((where) => (can_choose ? canChoose(where) : where.not(canChoose(where))))
  }
  if (is_closed !== undefined) {
    query = query.where('applications.status', is_closed ? 'in' : 'not in', closedStatuses)
  }
  for (const word of wordsOf(search)) {
    query = query.where(contains('applications.search_text', word))
  }
  return query
}

/** The same rule as `stateOf`, in SQL. */
const hasState = (state: InterviewState) => (where: InterviewWhere) =>
  state === 'INVITED'
    ? where('interviews.slot_id', 'is', null)
    : where.and([
        where('interviews.slot_id', 'is not', null),
        where('interviews.outcome', '=', state === 'BOOKED' ? '' : state),
      ])

const canChoose = (where: InterviewWhere) =>
  where.and([
    where('interviews.slot_id', 'is', null),
    where('applications.status', '=', 'SHORTLISTED'),
    where('applications.waiting_since', 'is', null),
  ])

const orderColumns = {
  time: 'slot.starts_at',
  name: 'applications.name_key',
  invited_at: 'interviews.invited_at',
} as const

function inOrder(database: Database, filters: OrderedFilters, at: string) {
  const { name, direction } = readOrdering(filters.ordering ?? '-invited_at')
  return (
    matching(database, filters, at)
      .select('interviews.id')
      // Whoever has chosen no time comes last, on either engine.
      .orderBy(orderColumns[name], (order) =>
        direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
      )
      .orderBy('interviews.id', direction)
  )
}

/** The ids of all interviews that match, in order. */
export async function findInterviewIds(database: Database, filters: OrderedFilters, at: string) {
  const rows = await inOrder(database, filters, at).execute()
  return rows.map(({ id }) => id)
}

export async function findInterviewsPage(
  database: Database,
  filters: OrderedFilters,
  page: PageQuery,
  at: string,
) {
  const rows = await inOrder(database, filters, at)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  const interviews = await findInterviews(
    database,
    rows.map(({ id }) => id),
  )
  return pageOfTotal(interviews, await countMatching(matching(database, filters, at)), page)
}

/**
 * The interviews that match, and were there at a moment, in the order of their ids and a window at a time.
 * @param at ISO 8601
 */
export const findMatchingInterviews = (database: Database, filters: InterviewFilters, at: string) =>
  inIdWindows((after) =>
    matching(database, filters, at)
      .select('interviews.id')
      .where('interviews.invited_at', '<=', at)
      .where('interviews.id', '>', after)
      .orderBy('interviews.id')
      .limit(batchWindowMax)
      .execute(),
  )

/** Counting all of a million applications would take long. */
const uninvitedMax = 1_000

/** How far the interviews of some cohorts are, or of all. */
export async function findSummary(
  { database, now }: Pick<Services, 'database' | 'now'>,
  cohort_id: number[] | undefined,
) {
  const at = now().toISOString()
  let uninvited = database
    .selectFrom('applications')
    .select('id')
    .limit(uninvitedMax)
    .where('status', '=', 'SHORTLISTED')
    .where('waiting_since', 'is', null)
    .where('id', 'not in', (invited) => invited.selectFrom('interviews').select('id'))
  if (cohort_id) uninvited = uninvited.where('cohort_id', 'in', cohort_id)
  let free = freeSlots(database, at)
  if (cohort_id) free = free.where('cohort_id', 'in', cohort_id)
  const { places } = await free
    .select(sql<number | null>`sum(capacity - ${takenSeats})`.as('places'))
    .executeTakeFirstOrThrow()
  return {
    uninvited: (await uninvited.execute()).length,
    waiting: await countMatching(matching(database, { cohort_id, can_choose: true }, at)),
    booked: await countMatching(matching(database, { cohort_id, when: 'upcoming' }, at)),
    free: Number(places),
  }
}
