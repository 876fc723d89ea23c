import type { Selectable, Transaction } from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '#database/errors.ts'
import { insertSnapshot, type Snapshot } from '#database/row-snapshots.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, conflictOf, type FieldErrors, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { withNotices } from '#platform/rows/stream-batch.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { TrashKind } from '#platform/trash/discard.ts'
import { type RowKindName, rowKindsFor } from '#shared/row-kinds.ts'

export type TrashKinds = { readonly [Name in RowKindName]: TrashKind<Name> }

/**
 * Restores a row with all that was deleted with it, under the ids that they had.
 * @throws 404 when it is not in the trash any more; 409 by field when something stands in its way
 */
export async function restoreEntry(context: RequestContext, kinds: TrashKinds, id: number) {
  try {
    const { rowTags, ...restored } = await context.database
      .transaction()
      .execute((transaction) => restoreWithin(transaction, context, kinds, id))
    context.tagVersions.invalidate(['Trash', ...kinds[restored.kind].tags, ...rowTags])
    return restored
  } catch (error) {
    // Somebody has taken it between the look and the write.
    if (isUniqueViolation(error)) {
      throw conflict('Something like it was added meanwhile. Please look at it, then try again.')
    }
    if (!isForeignKeyViolation(error)) throw error
    throw conflict('What it belongs to was deleted meanwhile. Restore that first.')
  }
}

async function restoreWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  kinds: TrashKinds,
  id: number,
) {
  const entry = await takeEntry(transaction, id)
  const allowed: readonly string[] = rowKindsFor(requireViewer(context).role)
  if (!entry || !allowed.includes(entry.kind)) throw notFound('This')
  const { row_id, title } = entry
  const name = entry.kind as RowKindName
  const kind: TrashKind = kinds[name]
  const snapshot: Snapshot = JSON.parse(entry.snapshot)
  await refuseTaken(transaction, kind, snapshot)
  const row = snapshot.rows[0]?.row as Selectable<Tables[keyof Tables]>
  await kind.beforeRestore?.(transaction, row, context, snapshot)
  const missing = await insertSnapshot(transaction, snapshot)
  if (missing.length > 0) {
    const fields: FieldErrors = Object.assign(
      {},
      ...missing.map((column) => kind.parents?.[column]),
    )
    if (Object.keys(fields).length > 0) throw conflictOf(fields)
    throw conflict('What it belongs to was deleted. Restore that first.')
  }
  const notices = await kind.afterRestore?.(transaction, row, context)
  await writeAudit(transaction, context, { action: 'restored', target: name, id: row_id })
  return {
    kind: name,
    row_id,
    title,
    ...withNotices(notices),
    rowTags: kind.rowTagsOf?.(row) ?? [],
  }
}

/** Takes an entry out of the trash. Of two at once, one gets it. */
export const takeEntry = (transaction: Transaction<Tables>, id: number) =>
  transaction
    .deleteFrom('trash')
    .where('id', '=', id)
    .returning(['kind', 'row_id', 'title', 'snapshot', 'created_at'])
    .executeTakeFirst()

async function refuseTaken(
  transaction: Transaction<Tables>,
  { table, unique = [] }: TrashKind,
  { rows }: Snapshot,
) {
  const problems: FieldErrors = {}
  for (const { table: among = table, columns, taken } of unique) {
    for (const { row } of rows.filter((one) => one.table === among)) {
      if (columns.some((column) => row[column] === null)) continue
      let query = transaction
        .selectFrom(among as 'cohorts')
        .select((select) => select.lit(1).as('taken'))
      for (const column of columns) query = query.where(column as 'id', '=', row[column] as number)
      if (await query.executeTakeFirst()) Object.assign(problems, taken)
    }
  }
  if (Object.keys(problems).length > 0) throw conflictOf(problems)
}
