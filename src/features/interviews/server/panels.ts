import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { chunksOf } from '#shared/chunks.ts'
import { formatDateTime } from '#shared/format.ts'
import type { Slot } from '../slots-contract.ts'
import { findPanelists } from './slots.ts'

type Times = { starts_at: string; ends_at: string }

/**
 * Locks the members of a panel, so that nobody gives them another interview meanwhile. Comes before the cohort is
 * locked: whoever decides on an application keeps their user from being deleted, and then waits for its cohort.
 */
export async function lockPanel(transaction: Transaction<Tables>, panel: readonly number[]) {
  for (const id of [...new Set(panel)].sort((a, b) => a - b))
    await lockRow(transaction, 'users', id)
}

/**
 * Checks that the members of a panel can be there. They are locked.
 * @param own the slot that is changed, which is no obstacle to itself. Its members stay, also without an account.
 * @throws 400 on `panel` for whoever has no account, or is in another panel at one of these times
 */
export async function reservePanel(
  transaction: Transaction<Tables>,
  panel: readonly number[],
  times: readonly Times[],
  own?: Pick<Slot, 'id' | 'panel'>,
) {
  if (panel.length === 0) return
  const people = new Set((await findPanelists(transaction)).map(({ id }) => id))
  for (const id of own?.panel ?? []) people.add(id)
  if (!panel.every((id) => people.has(id))) {
    throw invalidFields({ panel: ['Somebody of the panel has no account any more'] })
  }
  const first = times.map(({ starts_at }) => starts_at).sort()[0] ?? ''
  const last =
    times
      .map(({ ends_at }) => ends_at)
      .sort()
      .at(-1) ?? ''
  const taken = await transaction
    .selectFrom('interview_panel')
    .innerJoin('interview_slots as slot', 'slot.id', 'interview_panel.slot_id')
    .innerJoin('users', 'users.id', 'interview_panel.user_id')
    .innerJoin('cohorts', 'cohorts.id', 'slot.cohort_id')
    .select(['slot.id', 'users.name', 'slot.starts_at', 'slot.ends_at'])
    .select('cohorts.name as cohort_name')
    .where('interview_panel.user_id', 'in', panel)
    .where('slot.starts_at', '<', last)
    .where('slot.ends_at', '>', first)
    .where('slot.id', '!=', own?.id ?? 0)
    .orderBy('slot.starts_at')
    .execute()
  const clash = taken.find((one) =>
    times.some(({ starts_at, ends_at }) => one.starts_at < ends_at && one.ends_at > starts_at),
  )
  if (!clash) return
  const { name, cohort_name, starts_at } = clash
  throw invalidFields({
    panel: [`${name} interviews for ${cohort_name} at ${formatDateTime(starts_at)} already`],
  })
}

export async function insertPanel(
  transaction: Transaction<Tables>,
  slotIds: readonly number[],
  panel: readonly number[],
) {
  const values = slotIds.flatMap((slot_id) =>
    [...new Set(panel)].map((user_id) => ({ slot_id, user_id })),
  )
  // Engines limit the values of a statement.
  for (const some of chunksOf(values, 500)) {
    await transaction.insertInto('interview_panel').values(some).execute()
  }
}
