import { formatDateTime } from '#shared/format.ts'
import { staleRow } from './errors.ts'

/** A row as the wire has it. `updated_by` is the name of the user, where the table keeps it. */
type VersionedRow = { updated_at: string; updated_by?: string | undefined }

/**
 * Refuses to write over what somebody else has written since the editor read the row. Call it with the row as it is
 * under `lockRow`, or two edits at the same moment both pass.
 * @param expected the `updated_at` that the editor saw; undefined where the caller doesn't mind
 * @throws 409 with the row as it is now
 */
export function refuseStale(row: VersionedRow, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === Date.parse(row.updated_at)) return
  const by = row.updated_by || 'somebody else'
  throw staleRow(
    `This was changed at ${formatDateTime(row.updated_at)} by ${by}. Nothing of yours has been saved yet.`,
    row,
  )
}
