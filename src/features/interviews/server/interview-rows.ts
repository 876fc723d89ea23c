import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { inOrderOf } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { Interview } from '../contract.ts'
import type { Panelist } from '../slots-contract.ts'
import type { InterviewState } from '../validation.ts'

/** The members of the panels of some slots, by the slots' ids, in the order of their names. */
export async function findPanels(
  database: Database,
  slotIds: readonly number[],
): Promise<Map<number, Pick<Panelist, 'id' | 'name'>[]>> {
  if (slotIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('interview_panel')
    .innerJoin('users', 'users.id', 'interview_panel.user_id')
    .select(['interview_panel.slot_id', 'users.id', 'users.name'])
    .where('interview_panel.slot_id', 'in', slotIds)
    .orderBy('users.search_text')
    .orderBy('users.id')
    .execute()
  const panels = Map.groupBy(rows, ({ slot_id }) => slot_id)
  return new Map(
    [...panels].map(([id, members]) => [id, members.map(({ id, name }) => ({ id, name }))]),
  )
}

/** @param row with the outcome that staff noted */
export function stateOf(row: { slot_id: number | null; outcome: string }): InterviewState {
  if (row.slot_id === null) return 'INVITED'
  return row.outcome === '' ? 'BOOKED' : (row.outcome as InterviewState)
}

type Joined = Tables & { slot: Tables['interview_slots'] }
type JoinedTable = 'interviews' | 'applications' | 'cohorts' | 'slot'
export type InterviewWhere = ExpressionBuilder<Joined, JoinedTable>

/** Every interview, with its application, cohort and time. */
export const allInterviews = (database: Database) =>
  database
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .leftJoin('interview_slots as slot', 'slot.id', 'interviews.slot_id') as SelectQueryBuilder<
    Joined,
    JoinedTable,
    object
  >

/** The interviews of some applications, in the order of the ids; those who aren't invited are left out. */
export async function findInterviews(
  database: Database,
  ids: readonly number[],
): Promise<Interview[]> {
  if (ids.length === 0) return []
  const rows = await allInterviews(database)
    .select([
      'interviews.id',
      'interviews.outcome',
      'interviews.note',
      'interviews.booked_at',
      'interviews.invited_at',
      'interviews.invited_by',
      'interviews.reminded_at',
      'interviews.reminders',
      'interviews.updated_at',
      'applications.first_name',
      'applications.last_name',
      'applications.email',
      'applications.phone_number',
      'applications.status',
      'applications.waiting_since',
      'cohorts.id as cohort',
      'cohorts.name as cohort_name',
      'interviews.slot_id',
      'slot.starts_at',
      'slot.ends_at',
      'slot.place',
      'slot.link',
    ])
    .where('interviews.id', 'in', ids)
    .execute()
  const panels = await findPanels(
    database,
    rows.flatMap(({ slot_id }) => slot_id ?? []),
  )
  const interviews = rows.map(
    ({ slot_id, starts_at, ends_at, place, link, ...row }): Interview => ({
      ...row,
      outcome: row.outcome as Interview['outcome'],
      state: stateOf({ slot_id, outcome: row.outcome }),
      slot:
        slot_id === null
          ? null
          : {
              id: slot_id,
              starts_at,
              ends_at,
              place,
              link,
              panel_names: (panels.get(slot_id) ?? []).map(({ name }) => name),
            },
    }),
  )
  return inOrderOf(ids, interviews)
}

export async function findInterview(database: Database, id: number): Promise<Interview | null> {
  const [interview] = await findInterviews(database, [id])
  return interview ?? null
}
