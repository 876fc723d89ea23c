import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { findEditors } from '#database/edits.ts'
import type { LockableTable } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '../http/context.ts'
import { requireViewer } from '../http/procedures.ts'
import type { VersionedRow } from './stale-edits.ts'

/**
 * A change has the time at which its transaction began to write, and is seen once that has ended: a list may lack what is
 * dated so shortly before it was read.
 */
const writingMaxMs = 1_000

/** The moment up to which a list that was read at a moment surely shows all changes. Both are ISO 8601. */
export const surelySeenAt = (at: string) => new Date(Date.parse(at) - writingMaxMs).toISOString()

/**
 * Whether a list that was read at a moment may lack what is dated `created_at`. What the user has done came before it.
 * @param by the column with the id of who did it
 */
export const mayBeUnseen = (by: string, viewer: number, at: string) =>
  sql<SqlBool>`(created_at > ${at}
    or (created_at > ${surelySeenAt(at)} and ${sql.ref(by)} <> ${viewer}))`

/**
 * The rows that came back from the trash after a list was read, or so shortly before that it may lack them.
 * @param target what the audit log calls them
 */
export async function findRestored(
  database: Database,
  { target, viewer }: { target: string; viewer: number },
  at: string,
) {
  const lines = await database
    .selectFrom('audit_log')
    .select('target_id')
    .where('target', '=', target)
    .where('action', '=', 'restored')
    .where(mayBeUnseen('actor_id', viewer, at))
    .execute()
  return new Set(lines.map(({ target_id }) => Number(target_id)))
}

type Listed = VersionedRow & { id: number; created_at: string }

/**
 * The version of each row that the user surely saw in a list, as edits expect it. For a row that has changed since, or
 * that somebody else changed so shortly before that the list may lack it, it is a moment after that version, so that
 * the edit fails. Rows that have come back from the trash since are left out.
 * @param target what the audit log calls such a row
 * @param at when the list was read, in ISO 8601
 */
export async function asSeen(
  context: RequestContext,
  { table, target }: { table: LockableTable; target: string },
  rows: readonly Listed[],
  at: string,
): Promise<{ id: number; expected: string }[]> {
  if (rows.length === 0) return []
  const { database } = context
  const viewer = requireViewer(context)
  const surely = surelySeenAt(at)
  const late = rows.filter(
    ({ updated_at, created_at }) =>
      updated_at > surely && updated_at <= at && updated_at !== created_at,
  )
  const editors = await findEditors(database, table, late)
  const doubted = new Set(late.filter(({ id }) => editors.get(id) !== viewer.id))
  const restored = await findRestored(database, { target, viewer: viewer.id }, at)
  const expectedOf = (row: Listed) => {
    if (row.updated_at > at) return at
    return doubted.has(row) ? surely : row.updated_at
  }
  return rows
    .filter(({ id }) => !restored.has(id))
    .map((row) => ({ id: row.id, expected: expectedOf(row) }))
}
