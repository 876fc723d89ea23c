import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { bookingPurpose } from '#features/interviews/server/interview-email.ts'
import { invitedRow } from '#features/interviews/server/invite.ts'
import { insertSlots } from '#features/interviews/server/make-slots.ts'
import type { Services } from '#platform/http/context.ts'
import { signId } from '#platform/security/signed-id.ts'
import { dayMs } from '#shared/durations.ts'

type Inserting = Pick<Services, 'now'> & { database: Services['database'] | Transaction<Tables> }

type NewSlot = {
  cohort: number
  starts_at?: string
  minutes?: number
  place?: string
  link?: string
  capacity?: number
  panel?: readonly number[]
}

/** Stores a time for interviews, by default for one applicant in two days. @returns its id */
export async function createSlot({ database, now }: Inserting, given: NewSlot) {
  const { starts_at = new Date(now().getTime() + 2 * dayMs).toISOString(), minutes = 30 } = given
  const ends_at = new Date(Date.parse(starts_at) + minutes * 60_000).toISOString()
  const slot = { place: 'Room 2', link: '', capacity: 1, panel: [], ...given }
  const [id] = await insertSlots(
    database as Transaction<Tables>,
    slot,
    [{ starts_at, ends_at }],
    now(),
  )
  return id as number
}

/**
 * Stores the invitation of an application, and the time that was chosen, if one was.
 * @returns the application's id
 */
export async function createInterview(
  { database, now }: Inserting,
  id: number,
  {
    slot,
    seat = 1,
    ...more
  }: { slot?: number; seat?: number; outcome?: string; note?: string } = {},
) {
  const at = now().toISOString()
  const booked = slot === undefined ? {} : { slot_id: slot, seat, booked_at: at }
  await database
    .insertInto('interviews')
    .values({ ...invitedRow(id, 'Administrator', at), ...booked, ...more })
    .execute()
  return id
}

/** The token of the link in an applicant's emails. */
export const bookingToken = (services: Pick<Services, 'secret'>, id: number) =>
  signId(services, bookingPurpose, id)
