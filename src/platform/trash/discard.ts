import type { Selectable, Transaction } from 'kysely'
import { findForeignKeys } from '#database/foreign-keys.ts'
import { findSnapshots, type Snapshot } from '#database/row-snapshots.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { chunksOf } from '#shared/chunks.ts'
import type { Tag } from '#shared/procedure.ts'
import { type RowKindName, rowKinds } from '#shared/row-kinds.ts'
import type { CacheTag } from '../cache/tag-versions.ts'
import type { RequestContext } from '../http/context.ts'
import type { FieldErrors } from '../http/errors.ts'
import { requireViewer } from '../http/procedures.ts'
import { batchAudited, deleteAudited } from '../rows/audited.ts'

/** Rows of a kind that staff delete, and get back from the trash. */
export type TrashKind<
  Name extends RowKindName = RowKindName,
  Table extends keyof Tables = keyof Tables,
> = {
  /** As the audit log calls them, such as 'team member'. */
  name: Name
  table: Table
  titleOf(row: Selectable<Tables[Table]>): string
  /** What else the trash is searched by, such as an email. */
  wordsOf?(row: Selectable<Tables[Table]>): string
  /** What a row that comes back changes. */
  tags: readonly Tag[]
  /** Further tags of cached pages that show it. */
  rowTagsOf?(row: Selectable<Tables[Table]>): readonly CacheTag[]
  /** What another row may have taken meanwhile, and what to tell then, by field. */
  unique?: readonly { table?: keyof Tables; columns: readonly string[]; taken: FieldErrors }[]
  /** What to tell when the row belongs to something that is deleted, by column. */
  parents?: Readonly<Record<string, FieldErrors>>
  /**
   * Takes locks and counts the row, before it is written again. Of what was deleted with it, it changes what is
   * another's by now.
   * @throws 409 when there is no place for it
   */
  beforeRestore?(
    transaction: Transaction<Tables>,
    row: Selectable<Tables[Table]>,
    context: RequestContext,
    snapshot: Snapshot,
  ): Promise<unknown>
  /** Brings up to date what was computed of the rows, once they are written. @returns what the user is to know */
  afterRestore?(
    transaction: Transaction<Tables>,
    row: Selectable<Tables[Table]>,
    context: RequestContext,
  ): Promise<string[]>
}

/** Describes a kind. In a list of kinds, their tables don't matter any more. */
export const trashKind = <const Name extends RowKindName, Table extends keyof Tables>(
  kind: Omit<TrashKind<Name, Table>, 'tags'>,
) => ({ ...kind, tags: rowKinds[kind.name].tags }) as unknown as TrashKind<Name>

const insertedAtOnce = 100

/**
 * Deletes rows, and keeps them in the trash with all that is deleted with them. Their files stay until the trash is
 * emptied. Other locks that the deletion needs come first.
 * @returns the ids of those that existed
 */
export async function discardRows<Id extends number | string>(
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'now' | 'viewer' | 'hasInvalidToken'>,
  kind: TrashKind,
  ids: readonly Id[],
): Promise<Id[]> {
  const snapshots = await findSnapshots(transaction, kind.table, ids)
  const toFiles = (await findForeignKeys(transaction)).filter(
    ({ parent, child }) => parent === 'files' && child !== 'trash_files',
  )
  const { id: by_user_id, name: by_name } = requireViewer(context)
  const created_at = context.now().toISOString()
  const entries = [...snapshots].map(([row_id, snapshot]) => {
    const row = snapshot.rows[0]?.row as Selectable<Tables[keyof Tables]>
    const title = kind.titleOf(row)
    return {
      kind: kind.name,
      row_id,
      title,
      by_user_id,
      by_name,
      created_at,
      search_text: searchable([title, kind.wordsOf?.(row) ?? ''].join('\n')),
      snapshot: JSON.stringify(snapshot),
      dependents: snapshot.rows.length - 1,
    }
  })
  for (const some of chunksOf(entries, insertedAtOnce)) {
    const added = await transaction
      .insertInto('trash')
      .values(some)
      .returning(['id', 'row_id'])
      .execute()
    const files = added.flatMap(({ id: trash_id, row_id }) =>
      (snapshots.get(row_id)?.rows ?? []).flatMap(({ table, row }) =>
        toFiles.flatMap(({ child, column }) =>
          child === table && row[column] !== null
            ? [{ trash_id, file_id: Number(row[column]) }]
            : [],
        ),
      ),
    )
    if (files.length > 0) await transaction.insertInto('trash_files').values(files).execute()
  }
  const deleted = new Set(
    [...snapshots.values()].flatMap(({ rows }) =>
      rows.flatMap(({ table, row }) => (table === kind.table ? [String(row.id)] : [])),
    ),
  )
  const known = ids.filter((id) => deleted.has(String(id)))
  if (known.length > 0) {
    await transaction
      .deleteFrom(kind.table as 'cohorts')
      .where('id', 'in', known as number[])
      .execute()
  }
  return known
}

/**
 * Deletes one row by staff, with its line of the audit log.
 * @param before takes further locks, or refuses
 * @returns whether it existed
 */
export async function discardAudited(
  context: RequestContext,
  kind: TrashKind,
  id: number | string,
  before?: (transaction: Transaction<Tables>) => Promise<unknown>,
) {
  const isDeleted = await deleteAudited(context, kind.name, id, async (transaction) => {
    await before?.(transaction)
    return (await discardRows(transaction, context, kind, [id])).length > 0
  })
  context.tagVersions.invalidate(['Trash'])
  return isDeleted
}

/** Deletes rows by staff, with one line of the audit log. @returns the ids of those that existed */
export async function discardEachAudited(
  context: RequestContext,
  kind: TrashKind,
  ids: readonly number[],
) {
  const deleted = await batchAudited(context, kind.name, 'delete', (transaction) =>
    discardRows(transaction, context, kind, ids),
  )
  context.tagVersions.invalidate(['Trash'])
  return deleted
}
