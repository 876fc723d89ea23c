import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { daysBefore } from '#shared/durations.ts'
import { deleteInParts } from './delete-in-parts.ts'
import { lockRow } from './lock-row.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** A row that a batch has changed. */
export type BatchChange = {
  id: number
  from: string
  /** When the batch changed it: the row's `updated_at` then. */
  version: string
}

export type BatchStart = {
  target: string
  to: string
  by: { id: number; name: string }
  at: string
}

/**
 * Locks a batch that goes on, such as with the next part of the selected rows. Comes first in its transaction: whoever
 * undoes the batch takes the locks in the same order.
 * @returns whether it is a batch of this user, of this kind, of which nothing has been undone
 */
export async function lockBatch(
  transaction: Transaction<Tables>,
  id: number,
  { target, to, by }: BatchStart,
) {
  await lockRow(transaction, 'batches', id)
  const batch = await transaction
    .selectFrom('batches')
    .select('id')
    .where('id', '=', id)
    .where('target', '=', target)
    .where('to_status', '=', to)
    .where('by_user_id', '=', by.id)
    .where('undone_by', '=', '')
    .executeTakeFirst()
  return batch !== undefined
}

/**
 * Records rows that a batch has changed, in the transaction that changes them.
 * @param id of a batch that goes on and is locked; null begins one
 * @returns the batch's id; null when nothing was changed
 */
export async function recordBatch(
  transaction: Transaction<Tables>,
  id: number | null,
  start: BatchStart,
  changes: readonly BatchChange[],
): Promise<number | null> {
  if (changes.length === 0) return id
  const batch = id === null ? await beginBatch(transaction, start) : id
  const again = id === null ? [] : await forgetChanges(transaction, id, changes)
  await transaction
    .insertInto('batch_changes')
    .values(
      changes.map((change) => ({
        batch_id: batch,
        row_id: change.id,
        from_status: change.from,
        version: change.version,
        undone_at: null,
      })),
    )
    .execute()
  const { from_counts } = await transaction
    .selectFrom('batches')
    .select('from_counts')
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('batches')
    .set((set) => ({
      changed: set('changed', '+', changes.length - again.length),
      from_counts: JSON.stringify(addCounts(JSON.parse(from_counts), changes, again)),
      updated_at: start.at,
    }))
    .where('id', '=', batch)
    .execute()
  return batch
}

async function beginBatch(transaction: Transaction<Tables>, { target, to, by, at }: BatchStart) {
  const { id } = await transaction
    .insertInto('batches')
    .values({
      target,
      to_status: to,
      from_counts: '{}',
      changed: 0,
      undone: 0,
      by_user_id: by.id,
      by_name: by.name,
      undone_by: '',
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A row that somebody has changed since an earlier part, and that comes again, is restored to what they made of it. */
async function forgetChanges(
  transaction: Transaction<Tables>,
  batch: number,
  changes: readonly BatchChange[],
) {
  return transaction
    .deleteFrom('batch_changes')
    .where('batch_id', '=', batch)
    .where(
      'row_id',
      'in',
      changes.map(({ id }) => id),
    )
    .returning('from_status as from')
    .execute()
}

type From = Pick<BatchChange, 'from'>

function addCounts(
  counts: Record<string, number>,
  added: readonly From[],
  removed: readonly From[],
) {
  for (const { from } of added) counts[from] = (counts[from] ?? 0) + 1
  for (const { from } of removed) counts[from] = (counts[from] ?? 0) - 1
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** The next rows of a batch that are not undone, in the order of their ids. @param after the last id before them */
export async function findOpenChanges(
  transaction: Transaction<Tables>,
  batch: number,
  after: number,
  limit: number,
): Promise<BatchChange[]> {
  return transaction
    .selectFrom('batch_changes')
    .select(['row_id as id', 'from_status as from', 'version'])
    .where('batch_id', '=', batch)
    .where('row_id', '>', after)
    .where('undone_at', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .execute()
}

/** Marks rows of a locked batch as undone. */
export async function markUndone(
  transaction: Transaction<Tables>,
  batch: number,
  ids: readonly number[],
  by: { name: string; at: string },
) {
  if (ids.length === 0) return
  await transaction
    .updateTable('batch_changes')
    .set({ undone_at: by.at })
    .where('batch_id', '=', batch)
    .where('row_id', 'in', ids)
    .execute()
  await transaction
    .updateTable('batches')
    .set((set) => ({ undone: set('undone', '+', ids.length), undone_by: by.name }))
    .where('id', '=', batch)
    .execute()
}

const keptDays = 30

/** Deletes batches after a month, with what they have changed, which may be very many rows. */
export async function removeOldBatches({ database, now }: { database: Database; now(): Date }) {
  const before = daysBefore(now(), keptDays)
  const old = await database
    .selectFrom('batches')
    .select('id')
    .where('created_at', '<', before)
    .execute()
  for (const { id } of old) {
    await deleteInParts(
      database,
      'batch_changes',
      sql`batch_id, row_id`,
      sql`batch_id = ${sql.lit(id)}`,
    )
    await database.deleteFrom('batches').where('id', '=', id).execute()
    await setImmediate()
  }
}
