import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findRestored, mayBeUnseen } from '#platform/rows/seen-rows.ts'
import { batchWindowMax } from '#shared/batch-window.ts'
import type { ApplicationStatus, historyKinds } from '../validation.ts'
import { applyFilters, type ViewerFilters } from './filters.ts'
import { type Query, searchAmong, searchEach } from './search.ts'
import { waitingStatuses } from './spots.ts'

type Kind = (typeof historyKinds)[number]

export type SeenMatch = {
  id: number
  /** Its status when the list was read. */
  expected_status: ApplicationStatus
  /** The entry of its history that tells of a change which the list may have lacked. */
  doubt: number | null
}

/**
 * The applications that matched at a moment, with their status then, in the order of their ids. Left out is what has come
 * to match since. Walks through the table in windows, so that no query takes long and none takes longer the more
 * applications there are. Some are empty.
 * @param at ISO 8601
 * @param overwrites the kinds of changes that the batch would undo
 */
export async function* findMatchesAsSeen(
  database: Database,
  { status, is_waiting, ...filters }: ViewerFilters,
  at: string,
  overwrites: readonly Kind[],
): AsyncGenerator<SeenMatch[]> {
  const statusThen = statusAt(at)
  const wasWaiting = sql<boolean>`(applications.waiting_since is not null
    and ${statusThen} in (${sql.join(waitingStatuses)}))`
  const matchedBy = kindsOf({ ...filters, is_waiting })
  const { viewer } = filters
  const isLate = sql<SqlBool>`created_at <= ${at} and ${mayBeUnseen('by_user_id', viewer, at)}
    and (from_status <> to_status or ${isOfKind([...matchedBy, ...overwrites])})`
  let first = 0
  for (;;) {
    const rows = database
      .selectFrom('applications')
      .selectAll()
      .where('id', '>', first)
      .orderBy('id')
      .limit(batchWindowMax)
      .as('applications')
    const { last, firstResume, lastResume } = await database
      .selectFrom(rows)
      .select(({ fn }) => [
        fn.max<number | null>('applications.id').as('last'),
        fn.min<number | null>('applications.resume_id').as('firstResume'),
        fn.max<number | null>('applications.resume_id').as('lastResume'),
      ])
      .executeTakeFirstOrThrow()
    if (last === null) return
    // No engine filters within a limit, so that only these rows are read, and not all that an index of a filter names.
    const within = { first: firstResume ?? 0, last: lastResume ?? 0 }
    let seen = searchAmong(
      applyFilters(database.selectFrom(rows) as unknown as Query, filters),
      searchEach(database, filters, within),
    ).where('applications.created_at', '<=', at)
    if (status) seen = seen.where(statusThen, 'in', status)
    if (is_waiting !== undefined)
      seen = is_waiting ? seen.where(wasWaiting) : seen.where(({ not }) => not(wasWaiting))
    // Who was invited then and has booked since matched already.
    if (filters.is_invited) seen = seen.where(wasInvited(at))
    if (matchedBy.length > 0) {
      const since = entryOf('min', sql`created_at > ${at} and ${isOfKind(matchedBy)}`)
      seen = seen.where(since, 'is', null)
    }
    const found = await seen
      .select(['applications.id', statusThen.as('expected_status')])
      .select(entryOf('max', isLate).as('doubt'))
      .orderBy('applications.id')
      .execute()
    const restored =
      found.length > 0
        ? await findRestored(database, { target: 'application', viewer }, at)
        : new Set()
    yield found.filter(({ id }) => !restored.has(id))
    first = last
  }
}

/** The status at a moment: what the first change since then has changed, or the status as it is. */
const statusAt = (at: string) => sql<ApplicationStatus>`coalesce((
  select from_status from application_history
  where application_history.application_id = applications.id
    and application_history.created_at > ${at}
  order by application_history.id limit 1
), applications.status)`

/** The first or the last entry in an application's history for which a condition holds. */
const entryOf = (end: 'min' | 'max', condition: RawBuilder<SqlBool>) =>
  sql<number | null>`(select ${sql.raw(end)}(application_history.id) from application_history
    where application_history.application_id = applications.id and ${condition})`

const wasInvited = (at: string) => sql<SqlBool>`exists (select 1 from interviews
  where interviews.id = applications.id and interviews.invited_at <= ${at})`

const isOfKind = (kinds: readonly Kind[]) => sql<SqlBool>`kind in (${sql.join(['', ...kinds])})`

/** The kinds of changes besides the status that make an application match. */
const kindsOf = (filters: Omit<ViewerFilters, 'status'>): Kind[] => [
  ...(filters.cohort_id || filters.is_scored === false ? (['move'] as const) : []),
  ...(filters.is_waiting !== undefined ? (['move', 'waiting'] as const) : []),
  ...(filters.assignee ? (['assignee'] as const) : []),
  ...(filters.is_invited === false ? (['interview'] as const) : []),
]
