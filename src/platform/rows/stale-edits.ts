import type { Edit } from '#database/edits.ts'
import { formatDateTime } from '#shared/format.ts'
import { staleRow } from '../http/errors.ts'

/** A row as the wire has it; its `updated_at` is the name of its version. */
export type VersionedRow = { updated_at: string }

/** Whether a row has changed since the editor read it. @param expected undefined where the caller doesn't mind */
export const isStale = (row: VersionedRow, expected: string | undefined) =>
  expected !== undefined && Date.parse(expected) !== Date.parse(row.updated_at)

/**
 * 409 for an edit of a version that is not the last one: names who has changed which fields since, and carries the row
 * as it is now.
 * @param edits the edits since that version; none when it wasn't a user who changed the row
 */
export function staleEdit(row: VersionedRow, edits: readonly Edit[]) {
  const latest = new Map<string, Edit>()
  for (const edit of edits) {
    const editor = `${edit.by.id} ${edit.by.name}`
    const fields = new Set([...(latest.get(editor)?.fields ?? []), ...edit.fields])
    latest.set(editor, { ...edit, fields: [...fields] })
  }
  const changes = [...latest.values()].map(
    ({ version, by, fields }) =>
      `at ${formatDateTime(version)} by ${by.name} (${fields.join(', ').replaceAll('_', ' ')})`,
  )
  const all = changes.join(' and ') || `at ${formatDateTime(row.updated_at)} by somebody else`
  return staleRow(`This was changed ${all}. Nothing of yours has been saved yet.`, row)
}
