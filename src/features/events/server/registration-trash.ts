import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { conflictOf } from '#platform/http/errors.ts'
import type { Erased } from '#platform/retention/erased.ts'
import { trashKind } from '#platform/trash/discard.ts'
import { purgeFromTrash } from '#platform/trash/in-trash.ts'
import { countPeople, lockEventOf, removeRegistration } from './registrations.ts'

/** Registrations that staff delete. One that visitors cancel themselves is kept nowhere. */
export const registrationTrash = trashKind({
  name: 'event registration',
  table: 'event_registrations',
  titleOf: ({ full_name }) => full_name,
  wordsOf: ({ email }) => email,
  unique: [
    {
      columns: ['event_id', 'email_key'],
      taken: { email: ['They have registered for this event again, so they are in its list.'] },
    },
  ],
  parents: { event_id: { event: ['The event was deleted. Restore that first.'] } },
  async beforeRestore(transaction, { event_id, checked_in_at }) {
    if (!(await lockRow(transaction, 'events', event_id))) return
    const { capacity, registered } = await transaction
      .selectFrom('events')
      .select(['capacity', 'registered'])
      .where('id', '=', event_id)
      .executeTakeFirstOrThrow()
    if (capacity !== null && registered >= capacity) {
      throw conflictOf({ event: ['The event has filled up since. Give it more places first.'] })
    }
    await countPeople(transaction, event_id, { registered: 1, arrived: checked_in_at ? 1 : 0 })
  },
  async afterRestore(transaction, { event_id }) {
    const { cancelled_at } = await transaction
      .selectFrom('events')
      .select('cancelled_at')
      .where('id', '=', event_id)
      .executeTakeFirstOrThrow()
    return cancelled_at === null
      ? []
      : ['The event is cancelled. If they were deleted before that, no email has told them.']
  },
})

/** Where a registration lies once staff have deleted it or its event. */
export const trashPlace = (id: number) =>
  ({ table: 'event_registrations', id, kinds: ['event registration', 'event'] }) as const

/**
 * Deletes a registration for its owner, also from the trash if staff have deleted it or its event: restoring must not
 * register them again. If they have registered for the event again since, that is deleted, too.
 * @returns whether it was in the trash
 */
export async function cancelRegistration(transaction: Transaction<Tables>, id: number) {
  if (await removeRegistration(transaction, id)) return false
  const forgotten = await purgeFromTrash(transaction, trashPlace(id), () => true)
  // It may have been restored while its entry was waited for.
  const left = forgotten ? await findId(transaction, forgotten) : id
  if (left !== undefined) await removeRegistration(transaction, left)
  return forgotten !== null
}

/** The registration that an address has now. */
async function findId(
  database: Database,
  { event_id, email_key }: { event_id: number; email_key: string },
) {
  const row = await database
    .selectFrom('event_registrations')
    .select('id')
    .where('event_id', '=', event_id)
    .where('email_key', '=', email_key)
    .executeTakeFirst()
  return row?.id
}

/**
 * Releases the place of a registration that is about to be deleted. The event is locked first, as when one registers.
 */
export async function releasePlace(transaction: Transaction<Tables>, id: number) {
  const eventId = await lockEventOf(transaction, id)
  const row = await transaction
    .selectFrom('event_registrations')
    .select('checked_in_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (eventId === null || !row) return
  await countPeople(transaction, eventId, { registered: -1, arrived: row.checked_in_at ? -1 : 0 })
}

/**
 * The registrations of a person who is erased. Their events are locked in order, as no other transaction takes several.
 */
export const erasedRegistrations: Erased = {
  tags: ['Event', 'Registration'],
  async lock(transaction, ids) {
    const events = await transaction
      .selectFrom('event_registrations')
      .select('event_id as id')
      .distinct()
      .where('id', 'in', ids)
      .orderBy('event_id')
      .execute()
    for (const { id } of events) await lockRow(transaction, 'events', id)
  },
  async release(transaction, ids) {
    const rows = await transaction
      .selectFrom('event_registrations')
      .select(['event_id', 'checked_in_at'])
      .where('id', 'in', ids)
      .execute()
    for (const { event_id, checked_in_at } of rows) {
      await countPeople(transaction, event_id, { registered: -1, arrived: checked_in_at ? -1 : 0 })
    }
  },
}
