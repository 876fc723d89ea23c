import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

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

export type ApplicationNoteTables = {
  application_notes: ApplicationNotesTable
  application_mentions: ApplicationMentionsTable
}
