import type { Transaction } from 'kysely'
import { type Edit, findEditsOf, recordEdits } from '#database/edits.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { isStale, staleEdit } from '#platform/http/refuse-stale.ts'
import type { ContactStatus } from '../validation.ts'

type Changes = { status?: ContactStatus; is_read?: boolean; owner?: number | null }

/** A message to change, unless it has another version by now. */
export type WantedChange = { id: number; expected: string | undefined; changes: Changes }

type Found = { status: string; read_at: string | null; owner_id: number | null }

type Outcome = {
  succeeded: number[]
  failed: { id: number; detail: string }[]
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
  const found = new Map(rows.map((row) => [row.id, row]))
  const changesOf = new Map(wanted.map((want) => [want.id, want]))
  const outcome: Outcome = { succeeded: [], failed: [], version: null }
  const latest =
    rows
      .map((row) => row.updated_at)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z'
  const version = nextVersion(latest, context.now())
  const by = requireViewer(context).name
  const editsOf = await findEditsOf(transaction, 'contact_messages', staleOnes(wanted, found))
  const groups = new Map<string, { changes: Changes; ids: number[] }>()
  const edits: (Edit & { id: number })[] = []
  for (const id of ids) {
    const row = found.get(id)
    const { expected, changes = {} } = changesOf.get(id) ?? {}
    if (!row) {
      outcome.failed.push({ id, detail: notFound('This message').message })
    } else if (expected !== undefined && isStale(row, expected)) {
      outcome.failed.push({ id, detail: staleEdit(row, editsOf.get(id) ?? []).message })
    } else {
      const key = JSON.stringify(changes)
      groups.set(key, { changes, ids: [...(groups.get(key)?.ids ?? []), id] })
      edits.push({ id, version, by, fields: changedFields(row, changes) })
      outcome.succeeded.push(id)
    }
  }
  for (const group of groups.values()) await write(transaction, group, version)
  await recordEdits(transaction, 'contact_messages', edits)
  return { ...outcome, version: outcome.succeeded.length > 0 ? version : null }
}

const staleOnes = (
  wanted: readonly WantedChange[],
  found: ReadonlyMap<number, { updated_at: string }>,
) =>
  wanted.flatMap(({ id, expected: version }) => {
    const row = found.get(id)
    return row && version !== undefined && isStale(row, version) ? [{ id, version }] : []
  })

function changedFields({ status, read_at, owner_id }: Found, changes: Changes) {
  const before = { status, is_read: read_at !== null, owner: owner_id }
  return (Object.keys(changes) as (keyof Changes)[]).filter(
    (field) => changes[field] !== before[field],
  )
}

async function write(
  transaction: Transaction<Tables>,
  { changes: { status, is_read, owner }, ids }: { changes: Changes; ids: number[] },
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
    .where('id', 'in', ids)
    .execute()
}
