import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { formatDateTime } from '#shared/format.ts'

/**
 * Locks cohorts in the order of their ids. Whatever books, moves or cancels an interview does so first, as all that
 * changes applications does: so no two of them can wait for each other, and no seat is given twice.
 */
export async function lockCohorts(transaction: Transaction<Tables>, ids: readonly number[]) {
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    await lockRow(transaction, 'cohorts', id)
}

type HistoryLine = {
  /** The application's id. */
  id: number
  status: string
  from: string
  to: string
  notes?: string
}

/** Who has changed an interview; null for the applicant. */
export type Actor = { id: number; name: string } | null

/** Writes what has become of interviews into the histories of their applications. */
export async function recordInterviews(
  transaction: Transaction<Tables>,
  by: Actor,
  at: string,
  entries: readonly HistoryLine[],
) {
  if (entries.length === 0) return
  const values = entries.map(({ id, status, from, to, notes = '' }) => ({
    application_id: id,
    from_status: status,
    to_status: status,
    notes,
    kind: 'interview',
    from_text: from,
    to_text: to,
    created_at: at,
    by_user_id: by?.id ?? null,
    by_name: by?.name ?? '',
  }))
  await transaction.insertInto('application_history').values(values).execute()
}

/** A time in the history; null for none. */
export const timeText = (slot: { starts_at: string } | null) =>
  slot ? formatDateTime(slot.starts_at) : 'No time chosen'
