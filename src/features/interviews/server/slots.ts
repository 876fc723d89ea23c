import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, inOrderOf, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import { daysBefore } from '#shared/durations.ts'
import { isOneOf, type Role } from '#shared/roles.ts'
import { interviewTag, type Panelist, type Slot } from '../slots-contract.ts'
import type { slotPeriods } from '../validation.ts'
import { findPanels, stateOf } from './interview-rows.ts'

type Filters = {
  cohort_id?: number[]
  from?: string
  to?: string
  when?: (typeof slotPeriods)[number]
  user?: number
  is_free?: boolean
}

type Query<Row> = SelectQueryBuilder<Tables, 'interview_slots', Row>

/** How many have booked a slot. */
export const takenSeats = sql<number>`(select count(*) from interviews where interviews.slot_id = interview_slots.id)`

/** The slots that start after this time and have a free seat. */
export const freeSlots = (database: Database, after: string) =>
  database
    .selectFrom('interview_slots')
    .where('starts_at', '>', after)
    .where('capacity', '>', takenSeats)

function matching(database: Database, filters: Filters, now: Date) {
  let query: Query<object> = database.selectFrom('interview_slots')
  const { cohort_id, from, to, when, user, is_free } = filters
  if (cohort_id) query = query.where('cohort_id', 'in', cohort_id)
  if (from) query = query.where('starts_at', '>=', startOfDay(from).toISOString())
  if (to) query = query.where('starts_at', '<', endOfDay(to).toISOString())
  if (when) query = query.where('ends_at', when === 'past' ? '<=' : '>', now.toISOString())
  if (is_free !== undefined) {
    query = query.where('capacity', is_free ? '>' : '<=', takenSeats)
  }
  // Nobody is booked any more for a time that has begun.
  if (is_free && when === 'upcoming') query = query.where('starts_at', '>', now.toISOString())
  if (user) {
    query = query.where('id', 'in', (seats) =>
      seats.selectFrom('interview_panel').select('slot_id').where('user_id', '=', user),
    )
  }
  return query
}

/** A page of the agenda: in the order of time, the past backwards. */
export async function findSlotsPage(
  database: Database,
  filters: Filters,
  page: PageQuery,
  now: Date,
) {
  const query = matching(database, filters, now)
  const direction = filters.when === 'past' ? 'desc' : 'asc'
  const ordered = query.select('id').orderBy('starts_at', direction).orderBy('id', direction)
  const found = await findPage(query, ordered, page)
  const ids = found.results.map(({ id }) => id)
  return { ...found, results: await findSlots(database, ids) }
}

/** Some slots with those who have booked them, in the order of the ids. */
export async function findSlots(database: Database, ids: readonly number[]): Promise<Slot[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('interview_slots as slot')
    .innerJoin('cohorts', 'cohorts.id', 'slot.cohort_id')
    .select(['slot.id', 'slot.cohort_id as cohort', 'cohorts.name as cohort_name'])
    .select(['slot.starts_at', 'slot.ends_at', 'slot.place', 'slot.link', 'slot.capacity'])
    .select('slot.updated_at')
    .where('slot.id', 'in', ids)
    .execute()
  const panels = await findPanels(database, ids)
  const booked = await database
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .select(['interviews.id', 'interviews.slot_id', 'interviews.outcome', 'interviews.note'])
    .select(['applications.first_name', 'applications.last_name', 'applications.status'])
    .select('interviews.updated_at')
    .where('interviews.slot_id', 'in', ids)
    .orderBy('interviews.seat')
    .execute()
  const bySlot = Map.groupBy(booked, ({ slot_id }) => slot_id)
  const slots = rows.map((row): Slot => {
    const panel = panels.get(row.id) ?? []
    return {
      ...row,
      panel: panel.map(({ id }) => id),
      panel_names: panel.map(({ name }) => name),
      booked: (bySlot.get(row.id) ?? []).map(({ slot_id, outcome, ...one }) => ({
        ...one,
        state: stateOf({ slot_id, outcome }),
      })),
    }
  })
  return inOrderOf(ids, slots)
}

export async function findSlot(database: Database, id: number): Promise<Slot | null> {
  const [slot] = await findSlots(database, [id])
  return slot ?? null
}

/** The users who can sit in a panel: whoever can sign in. */
export async function findPanelists(database: Database): Promise<Panelist[]> {
  const users = await database
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('disabled_at', 'is', null)
    .orderBy('search_text')
    .orderBy('id')
    .execute()
  return users.map(({ role, ...user }) => ({
    ...user,
    sees_interviews: isOneOf(interviewTag.access, role as Role),
  }))
}

/** The ids of the slots to come of a member of a panel, in the order of time. */
export async function findSlotIdsOf(database: Database, user: number, now: Date) {
  const rows = await matching(database, { user, when: 'upcoming' }, now)
    .select('id')
    .orderBy('starts_at')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

const keptDays = 90

/**
 * Deletes times that were over 90 days ago, with the interviews that were booked there, and invitations of that age for
 * which no time was chosen. The histories of the applications keep when somebody was interviewed, and how it went.
 */
export async function removeOldInterviews({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  await database.transaction().execute(async (transaction) => {
    const old = transaction
      .selectFrom('interview_slots')
      .select('id')
      .where('ends_at', '<=', before)
    await transaction.deleteFrom('interviews').where('slot_id', 'in', old).execute()
    await transaction.deleteFrom('interview_slots').where('ends_at', '<=', before).execute()
    await transaction
      .deleteFrom('interviews')
      .where('slot_id', 'is', null)
      .where('invited_at', '<=', before)
      .where('updated_at', '<=', before)
      .execute()
  })
}
