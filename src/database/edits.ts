import { sql, type Transaction } from 'kysely'
import { daysBefore } from '#shared/durations.ts'
import { deleteInParts } from './delete-in-parts.ts'
import type { LockableTable } from './lock-row.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** Who edits a row. `id` is null for who is no user, such as an applicant. */
type Editor = { id: number | null; name: string }

/** Who changed which fields of a row. */
export type Edit = {
  /** The `updated_at` that it gave the row. */
  version: string
  by: Editor
  fields: readonly string[]
  /** What the row had, for those who ask how it was at a moment. */
  before?: object
}

export async function recordEdit(
  transaction: Transaction<Tables>,
  table: LockableTable,
  id: number | string,
  edit: Edit,
) {
  await recordEdits(transaction, table, [{ ...edit, id }])
}

/** Records the edits of several rows; those that changed nothing are left out. */
export async function recordEdits(
  transaction: Transaction<Tables>,
  table: LockableTable,
  edits: readonly (Edit & { id: number | string })[],
) {
  const values = edits
    .filter(({ fields }) => fields.length > 0)
    .map(({ id, version, by, fields, before }) => ({
      table_name: table,
      row_id: String(id),
      version,
      by_user_id: by.id,
      by_name: by.name,
      fields: fields.join(','),
      before: before ? JSON.stringify(before) : '',
    }))
  if (values.length > 0) await transaction.insertInto('edits').values(values).execute()
}

/** The edits of a row since a version, the oldest first. */
export async function findEditsSince(
  transaction: Transaction<Tables>,
  table: LockableTable,
  id: number | string,
  version: string,
): Promise<Edit[]> {
  const edits = await findEditsOf(transaction, table, [{ id, version }])
  return edits.get(id) ?? []
}

/** The same of several rows, each since a version of its own, by their ids. */
export async function findEditsOf<Id extends number | string>(
  transaction: Transaction<Tables>,
  table: LockableTable,
  rows: readonly { id: Id; version: string }[],
): Promise<Map<Id, Edit[]>> {
  const since = new Map(rows.map(({ id, version }) => [id, new Date(version).toISOString()]))
  const [first] = [...since.values()].sort()
  if (first === undefined) return new Map()
  const found = await transaction
    .selectFrom('edits')
    .select(['row_id', 'version', 'by_user_id', 'by_name', 'fields'])
    .where('table_name', '=', table)
    .where('row_id', 'in', [...since.keys()].map(String))
    .where('version', '>', first)
    .orderBy('version')
    .execute()
  const byRow = Map.groupBy(found, ({ row_id }) => row_id)
  return new Map(
    [...since].map(([id, version]) => [
      id,
      (byRow.get(String(id)) ?? [])
        .filter((edit) => edit.version > version)
        .map((edit) => ({
          version: edit.version,
          by: { id: edit.by_user_id, name: edit.by_name },
          fields: edit.fields.split(','),
        })),
    ]),
  )
}

/**
 * What edited rows had at a moment, by their ids: what their first edit since then has replaced.
 * @param at ISO 8601
 */
export async function findBefore<Before>(
  database: Database,
  table: LockableTable,
  ids: readonly number[],
  at: string,
): Promise<Map<number, Before>> {
  if (ids.length === 0) return new Map()
  const edits = await database
    .selectFrom('edits')
    .select(['row_id', 'before'])
    .where('table_name', '=', table)
    .where('row_id', 'in', ids.map(String))
    .where('version', '>', at)
    .where('before', '<>', '')
    .orderBy('version', 'desc')
    // Not every edit gives its row the version.
    .orderBy('id', 'desc')
    .execute()
  // The first one comes last, and stays.
  return new Map(edits.map(({ row_id, before }) => [Number(row_id), JSON.parse(before)]))
}

/** The users who have given rows the version that they have, by the ids of the rows; null or missing for others. */
export async function findEditors(
  database: Database,
  table: LockableTable,
  rows: readonly { id: number; updated_at: string }[],
): Promise<Map<number, number | null>> {
  if (rows.length === 0) return new Map()
  const versions = new Map(rows.map(({ id, updated_at }) => [String(id), updated_at]))
  const edits = await database
    .selectFrom('edits')
    .select(['row_id', 'version', 'by_user_id'])
    .where('table_name', '=', table)
    .where('row_id', 'in', [...versions.keys()])
    .where('version', 'in', [...new Set(versions.values())])
    .execute()
  const last = edits.filter(({ row_id, version }) => versions.get(row_id) === version)
  return new Map(last.map(({ row_id, by_user_id }) => [Number(row_id), by_user_id]))
}

const keptDays = 30

/** Deletes edits after a month: nobody keeps a form open for so long. */
export async function removeOldEdits({ database, now }: { database: Database; now(): Date }) {
  const before = daysBefore(now(), keptDays)
  await deleteInParts(database, 'edits', sql`id`, sql`version < ${before}`)
}
