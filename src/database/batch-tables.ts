import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

type BatchesTable = {
  id: Generated<number>
  /** What kind of rows: one of `batchTargets`. */
  target: string
  to_status: string
  /** A JSON object: how many rows had which status before. */
  from_counts: string
  changed: number
  /** How many of the changed rows have their former status again. */
  undone: number
  by_user_id: number
  by_name: string
  /** Who has undone it last, or empty. */
  undone_by: string
  created_at: Time
  updated_at: Time
}

type BatchChangesTable = {
  batch_id: number
  row_id: number
  from_status: string
  /** When the batch changed the row: the row's `updated_at` then. */
  version: Time
  undone_at: Time | null
}

/** What batches have changed. Kept for a month. */
export type BatchTables = {
  batches: BatchesTable
  batch_changes: BatchChangesTable
}
