import type { ColumnType, Generated } from 'kysely'
import type { Day, Time } from './columns.ts'
import type { CompanyTables } from './company-tables.ts'
import type { InterviewTables } from './interview-tables.ts'
import type { MediaTables } from './media-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { NewsTables } from './news-tables.ts'
import type { PrivacyTables } from './privacy-tables.ts'
import type { StaffTables } from './staff-tables.ts'
import type { TalentTables } from './talent-tables.ts'
import type { VisitTables } from './visit-tables.ts'

/** What staff did, and who tried to sign in. */
type AuditLogTable = {
  id: Generated<number>
  action: string
  /** Null for who is not signed in; may name a user that was deleted since. */
  actor_id: number | null
  actor_name: string
  target: string
  /** A row's id; of a failed sign-in the keyed hash of the email; null for several rows. */
  target_id: string | null
  /** A JSON object. */
  details: string
  client_ip: string
  created_at: Time
  /** The Idempotency-Key of the request that created what the line is about, so that it is created once. */
  request_key: Generated<string | null>
  /** What that request said, as `keyedCall` tells it; null in lines of earlier versions. */
  request_fingerprint: Generated<string | null>
}

/** Counters of calls or failed sign-ins, which restart when their window has passed. */
type LimitsTable = {
  key: string
  count: number
  resets_at: Time
}

type CohortsTable = {
  id: Generated<number>
  name: string
  /** The name in searchable and sortable form. */
  name_key: string
  short_description: string
  status: string
  start_day: Day
  end_day: Day
  /** As entered by staff: a day, a time, or null. */
  deadline: string | null
  /** When registration ends, computed from `deadline` or the start day. */
  closes_at: Time
  capacity: number
  /** The number of applications that are neither rejected nor withdrawn, updated by the statements that change them. */
  registered: Generated<number>
  /** As JSON, the templates of emails that are its own (`Partial<StatusEmails>`). */
  emails: Generated<string>
  created_at: Time
  updated_at: Time
}

type TechStacksTable = {
  id: string
  name: string
  short_description: string
  icon: string
  description: string
  /** JSON lists of text. */
  prerequisites: string
  reading: string
  position: number
  created_at: Time
  updated_at: Time
}

/** Each stored file's row is written before its first byte; unclaimed files are removed by the upkeep. */
type FilesTable = {
  id: Generated<number>
  key: string
  name: string
  type: string
  size_bytes: number
  sha256: string
  /** The codes of `resumeWarnings`, separated by spaces. */
  warnings: Generated<string>
  created_at: Time
  claimed_at: Time | null
  /** How often the upkeep could not seal it, or not remove it. */
  tries: Generated<number>
  /** When the upkeep tries that again. */
  retry_at: Time | null
}

/** What the file of a resume says, to be searched. It stays as long as the file does. */
type ResumeTextsTable = {
  file_id: number
  /** Empty until it is read, and where it can't be. */
  text: Generated<string>
  attempts: Generated<number>
  /** When it is read, or tried again; null when it was read. */
  next_try_at: Time | null
}

type ApplicationsTable = {
  id: Generated<number>
  cohort_id: number
  tech_stack_id: string
  first_name: string
  last_name: string
  email: string
  /** The email in one spelling: one application per email and cohort. */
  email_key: string
  phone_number: string
  other_phone_number: string
  date_of_birth: Day
  identification: string
  gender: string
  level: string | null
  description: string
  resume_id: number
  status: string
  done_at: Day
  /** Last name, then first, in sortable form. */
  name_key: string
  /** All searchable fields as one text. */
  search_text: string
  /** The phone number and the national ID in one spelling, or empty. */
  phone_key: string
  identification_key: string
  /** The user who takes care of it. */
  assignee_id: Generated<number | null>
  /** Its place in the waiting list of its cohort. Who waits takes no spot. */
  waiting_since: ColumnType<string | null, string | null | undefined, string | null>
  /** The mean of the means of all who have scored it by every criterion, in hundredths; 0 for none. */
  score_mean: Generated<number>
  /** How many they are. */
  score_count: Generated<number>
  /** The version of the privacy page that applied when it was sent; empty where none is known. */
  consent_version: Generated<string>
  created_at: Time
  updated_at: Time
}

/** How many applications are alike. Triggers keep it in step with the applications. */
type ApplicationCountsTable = {
  cohort_id: number
  status: string
  tech_stack_id: string
  /** Empty for none. */
  level: string
  gender: string
  /** 1 for those with a place in the waiting list, or 0. */
  has_place: number
  total: number
}

type ApplicationHistoryTable = {
  id: Generated<number>
  application_id: number
  from_status: string | null
  to_status: string
  /** What has changed: one of `historyKinds`. Other than the status, from and to are texts. */
  kind: Generated<string>
  from_text: Generated<string>
  to_text: Generated<string>
  /** The cohort before a change of the place; it may be gone. Null where it could not be told afterwards. */
  from_cohort_id: Generated<number | null>
  /** Whether the application waited for a spot before a change of the place. */
  from_waiting: Generated<number | null>
  notes: string
  /** Whether it takes back the change before. Moves from before this column have 0. */
  is_undo: Generated<number>
  /** What the email to the applicant is about, a `StatusEmailKind`; empty for none. */
  email_kind: Generated<string>
  /** `WRITTEN`, `LEFT_OUT`, `CANCELLED`, or what became of it when the outbox deleted it: `SENT` or `FAILED`. */
  email_state: Generated<string>
  /** What the email was about that this change has cancelled. */
  email_replaced: Generated<string>
  /** The email; null when it was cancelled, or once the outbox has deleted it. */
  outbox_id: Generated<number | null>
  by_user_id: number | null
  by_name: string
  created_at: Time
}

/** The stored responses of applications by Idempotency-Key: a repeated request gets the same response. */
type ApplicationKeysTable = {
  key: string
  fingerprint: string
  application_id: number
  answer: string
  created_at: Time
}

/** Who changed which fields of a row, for those who edit an older version of it. Kept for a month. */
type EditsTable = {
  id: Generated<number>
  table_name: string
  /** The id as text: those of tech stacks are. */
  row_id: string
  /** The `updated_at` that the edit gave the row. */
  version: Time
  /** Null for who is no user, such as an applicant, and in edits from before this column. */
  by_user_id: Generated<number | null>
  by_name: string
  /** The names of the fields, with commas between them. */
  fields: string
  /** What the row had before, as JSON; empty where nobody asks. */
  before: string
}

/** The number of writes to each tag. */
type CacheVersionsTable = {
  /** A tag of the contract, or of some of its rows. */
  tag: string
  version: number
  /** Whether the CDN in front has been told to drop it. */
  purged_version: Generated<number>
}

/** Who does the work of that name: one process at a time. */
type LeasesTable = {
  name: string
  holder: string
  ends_at: Time
}

/** What all processes on this database must agree on, and what the commands tell them. */
type SystemValuesTable = {
  name:
    | 'secret fingerprint'
    | 'data keys'
    | 'files are sealed from'
    | 'national IDs are sealed from'
    | 'texts of resumes are sealed from'
    | 'last backup'
    | 'erasures to repeat'
    | 'mailbox read to'
  value: string
}

export type Tables = CompanyTables &
  MediaTables &
  MessageTables &
  NewsTables &
  PrivacyTables &
  StaffTables &
  TalentTables &
  InterviewTables &
  VisitTables & {
    audit_log: AuditLogTable
    limits: LimitsTable
    cohorts: CohortsTable
    tech_stacks: TechStacksTable
    files: FilesTable
    resume_texts: ResumeTextsTable
    applications: ApplicationsTable
    application_counts: ApplicationCountsTable
    application_history: ApplicationHistoryTable
    application_keys: ApplicationKeysTable
    edits: EditsTable
    cache_versions: CacheVersionsTable
    leases: LeasesTable
    system_values: SystemValuesTable
  }
