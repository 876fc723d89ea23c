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

/** What staff write about an application to each other. */
type ApplicationNotesTable = {
  id: Generated<number>
  application_id: number
  /** Null once the user is deleted. */
  author_id: number | null
  author_name: string
  text: string
  created_at: Time
  updated_at: Time
}

/** Whom a note on an application mentions, or the note of a change in its history. */
type ApplicationMentionsTable = {
  id: Generated<number>
  application_id: number
  note_id: number | null
  history_id: number | null
  user_id: number
  /** The name as it stands in the text. */
  name: string
  /** When the user has checked it off. */
  done_at: Time | null
  created_at: Time
}

type SavedViewsTable = {
  id: Generated<number>
  /** Its owner. */
  user_id: number
  /** One of `viewLists`. */
  list: string
  name: string
  /** The name in searchable form: one view of a name for each owner and list. */
  name_key: string
  /** The query of the list's URL. */
  parameters: string
  is_shared: number
  is_pinned: number
  created_at: Time
  updated_at: Time
}

/** What staff do together: batches, notes on applications, and lists as they were filtered. */
export type StaffTables = {
  /** Kept for a month, as their changes are. */
  batches: BatchesTable
  batch_changes: BatchChangesTable
  application_notes: ApplicationNotesTable
  application_mentions: ApplicationMentionsTable
  saved_views: SavedViewsTable
}
