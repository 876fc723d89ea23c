import type { Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { separateStale } from '#platform/http/edit-many.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchWindow } from '#platform/http/stream-batch.ts'
import type { ContactStatus } from '../validation.ts'

type Changes = { status?: ContactStatus; is_read?: boolean; owner?: number | null }

/** A message to change, unless it has another version by now. */
export type WantedChange = { id: number; expected: string | undefined; changes: Changes }

type Found = { status: string; read_at: string | null; owner_id: number | null }

type Outcome = Pick<BatchWindow, 'succeeded' | 'failed'> & {
  /** The `updated_at` of the changed messages; null if there is none. */
  version: string | null
}

/**
 * Changes many messages by a few statements, however many there are.
 * @returns the outcome of each; those that fail don't keep the others from being changed
 */
export async function changeMany(
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'now' | 'viewer' | 'hasInvalidToken'>,
  wanted: readonly WantedChange[],
): Promise<Outcome> {
  const ids = [...new Set(wanted.map(({ id }) => id))]
  // Locked in the order of their ids, so that two batches can't wait for each other.
  const rows = await transaction
    .selectFrom('contact_messages')
    .select(['id', 'status', 'read_at', 'owner_id', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { fresh, failed, version } = await separateStale(transaction, context, {
    ...{ table: 'contact_messages', subject: 'This message', wanted, rows },
  })
  const changesOf = new Map(wanted.map(({ id, changes }) => [id, changes]))
  const groups = Map.groupBy(fresh, ({ id }) => JSON.stringify(changesOf.get(id)))
  for (const [changes, some] of groups) {
    await write(transaction, JSON.parse(changes), some, version)
  }
  const by = requireViewer(context).name
  const edits = fresh.map((row) => ({
    ...{ id: row.id, version, by },
    fields: changedFields(row, changesOf.get(row.id) ?? {}),
  }))
  await recordEdits(transaction, 'contact_messages', edits)
  return {
    succeeded: fresh.map(({ id }) => id),
    failed,
    version: fresh.length > 0 ? version : null,
  }
}

function changedFields({ status, read_at, owner_id }: Found, changes: Changes) {
  const before = { status, is_read: read_at !== null, owner: owner_id }
  return (Object.keys(changes) as (keyof Changes)[]).filter(
    (field) => changes[field] !== before[field],
  )
}

async function write(
  transaction: Transaction<Tables>,
  { status, is_read, owner }: Changes,
  rows: readonly { id: number }[],
  version: string,
) {
  await transaction
    .updateTable('contact_messages')
    .set({
      ...(status && { status }),
      ...(is_read !== undefined && { read_at: is_read ? version : null }),
      ...(owner !== undefined && { owner_id: owner }),
      updated_at: version,
    })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
