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

/** What the applications of a cohort are scored by. */
type ScoreCriteriaTable = {
  id: Generated<number>
  cohort_id: number
  name: string
  /** The name in searchable form: one criterion of a name for each cohort. */
  name_key: string
  hint: string
  position: number
  /** Set in place of a deletion, so that its scores can come back. */
  archived_at: Time | null
}

/** Whoever has scored an application. */
type ApplicationScoringsTable = {
  id: Generated<number>
  application_id: number
  /** Null once the user is deleted. */
  user_id: number | null
  by_name: string
  /** In hundredths; 0 while a criterion has no score. */
  mean: Generated<number>
  created_at: Time
  updated_at: Time
}

type ApplicationScoresTable = {
  scoring_id: number
  criterion_id: number
  /** 1 to 4. */
  value: number
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

/** Who has which row open to edit it. */
type PresenceTable = {
  /** The procedure that saves it. */
  kind: string
  row_id: string
  user_id: number
  present_until: Time
}

/** What administrators set of the site, a row for each section that was ever changed. */
type SettingsTable = {
  /** One of `settingSections`. */
  id: string
  /** A JSON object of the section's fields. */
  value: string
  /** The revision with this value; null for the settings as delivered. */
  revision_id: number | null
  by_name: string
  updated_at: Time
}

/** Each version of a section, to be restored. */
type SettingRevisionsTable = {
  id: Generated<number>
  section: string
  value: string
  by_name: string
  created_at: Time
}

type UsersTable = {
  id: Generated<number>
  email: string
  name: string
  /** Name and email in searchable form. */
  search_text: string
  role: string
  password_hash: string
  /** Encrypted. Set when setup of the second factor starts, in force from `totp_enabled_at`. */
  totp_secret: string | null
  totp_enabled_at: Time | null
  /** The time step of the last used code, so that no code is used twice. */
  totp_last_step: number | null
  disabled_at: Time | null
  /** The last invitation; null for who has a password. */
  invited_at: Time | null
  /** Since when they want the digest of the week; null for not. */
  digest_since: Time | null
  /** The Monday of the last one that was due. */
  digest_on: Generated<string>
  /** The last sign-in or refresh; outlives the session. */
  last_seen_at: Time | null
  created_at: Time
  updated_at: Time
}

type RecoveryCodesTable = {
  id: Generated<number>
  user_id: number
  code_hash: string
  used_at: Time | null
}

type SessionsTable = {
  id: string
  user_id: number
  address: string
  user_agent: string
  created_at: Time
  last_used_at: Time
  expires_at: Time
  ended_at: Time | null
}

type RefreshTokensTable = {
  token_hash: string
  session_id: string
  created_at: Time
  used_at: Time | null
}

/**
 * Who our staff are, and what they do together: batches, notes on applications, scores, views of lists, presence,
 * settings.
 */
export type StaffTables = {
  users: UsersTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  /** Kept for a month, as their changes are. */
  batches: BatchesTable
  batch_changes: BatchChangesTable
  application_notes: ApplicationNotesTable
  application_mentions: ApplicationMentionsTable
  score_criteria: ScoreCriteriaTable
  application_scorings: ApplicationScoringsTable
  application_scores: ApplicationScoresTable
  saved_views: SavedViewsTable
  presence: PresenceTable
  settings: SettingsTable
  setting_revisions: SettingRevisionsTable
}
