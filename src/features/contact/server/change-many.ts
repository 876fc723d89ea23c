import type { Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { separateStale } from '#platform/rows/edit-many.ts'
import type { BatchPart } from '#platform/rows/stream-batch.ts'
import type { ContactAction, ContactStatus } from '../validation.ts'
import type { RememberedContact } from './queries.ts'

export type Changes = { status?: ContactStatus; is_read?: boolean; owner?: number | null }

const changesByAction = {
  mark_read: { is_read: true },
  mark_unread: { is_read: false },
  mark_new: { status: 'NEW' },
  mark_in_progress: { status: 'IN_PROGRESS' },
  mark_resolved: { status: 'RESOLVED' },
  mark_spam: { status: 'SPAM' },
} as const

/** What an action of a batch changes. */
export const changesOf = (
  action: Exclude<ContactAction, 'delete'>,
  owner: number | null,
): Changes => (action === 'assign' ? { owner } : changesByAction[action])

/** A message to change, unless it has another version by now. */
export type WantedChange = { id: number; expected: string | undefined; changes: Changes }

type Found = { status: string; read_at: string | null; owner_id: number | null }

type ChangeManyOutcome = Pick<BatchPart, 'succeeded' | 'failed'> & {
  /** The `updated_at` of the changed messages; null if there is none. */
  version: string | null
  /** What the messages had that are others now. */
  changed: (RememberedContact & { id: number })[]
}

/**
 * Changes many messages by a few statements, however many there are.
 * @returns the outcome of each; those that fail don't keep the others from being changed
 */
export async function changeMany(
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'now' | 'viewer' | 'hasInvalidToken'>,
  wanted: readonly WantedChange[],
): Promise<ChangeManyOutcome> {
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
    table: 'contact_messages',
    subject: 'This message',
    wanted,
    rows,
  })
  const wantedOf = new Map(wanted.map(({ id, changes }) => [id, changes]))
  const groups = Map.groupBy(fresh, ({ id }) => JSON.stringify(wantedOf.get(id)))
  for (const [changes, some] of groups) {
    await write(transaction, JSON.parse(changes), some, version)
  }
  const by = requireViewer(context)
  const edits = fresh.map((row) => {
    const before = remembered(row)
    return { id: row.id, version, by, before, fields: changedFields(before, wantedOf.get(row.id)) }
  })
  await recordEdits(transaction, 'contact_messages', edits)
  return {
    succeeded: fresh.map(({ id }) => id),
    failed,
    version: fresh.length > 0 ? version : null,
    changed: edits
      .filter(({ fields }) => fields.length > 0)
      .map(({ id, before }) => ({ id, ...before })),
  }
}

const remembered = ({ status, read_at, owner_id }: Found): RememberedContact => ({
  status,
  is_read: read_at !== null,
  owner: owner_id,
})

const changedFields = (before: RememberedContact, changes: Changes = {}) =>
  (Object.keys(changes) as (keyof Changes)[]).filter((field) => changes[field] !== before[field])

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
