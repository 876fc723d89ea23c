import type { Generated } from 'kysely'
import type { Tag } from '#shared/procedure.ts'
import type { Day, Time } from './columns.ts'
import type { CompanyTables } from './company-tables.ts'
import type { NewsTables } from './news-tables.ts'
import type { TalentTables } from './talent-tables.ts'

type UsersTable = {
  id: Generated<number>
  email: string
  name: string
  /** Name and e-mail, as they are searched and sorted. */
  search_text: string
  role: string
  password_hash: string
  /** Encrypted; set when the second factor is being turned on, in force from `totp_enabled_at`. */
  totp_secret: string | null
  totp_enabled_at: Time | null
  /** The last time step whose code was used, so that none is used twice. */
  totp_last_step: number | null
  disabled_at: Time | null
  /** The last sign-in or renewal, kept when the session is long cleaned up. */
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

/** A counter of calls or failed sign-ins that starts anew when its window has passed. */
type LimitsTable = {
  key: string
  count: number
  resets_at: Time
}

type CohortsTable = {
  id: Generated<number>
  name: string
  /** The name as it is searched and sorted. */
  name_key: string
  short_description: string
  status: string
  start_day: Day
  end_day: Day
  /** As staff gave it: a day, a moment, or none. */
  deadline: string | null
  /** When registration ends, worked out from `deadline` or the start. */
  closes_at: Time
  capacity: number
  /** Applications that are neither rejected nor withdrawn; kept by the statements that change them. */
  registered: Generated<number>
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

/** Every stored file has its row before its first byte; one that nothing claims is cleaned up. */
type FilesTable = {
  id: Generated<number>
  key: string
  name: string
  type: string
  size_bytes: number
  sha256: string
  created_at: Time
  claimed_at: Time | null
}

/** Images of the site, by the name that their addresses have. */
type ImagesTable = {
  id: Generated<number>
  name: string
  /** Tells the same picture, made in the same way, when it is sent again. */
  source: string
  /** When somebody last asked for it, or the clean-up saw it in use. */
  wanted_at: Time
  created_at: Time
}

/** What an image was made into: `640.avif` and the like, and `preview.jpg`. */
type ImageFilesTable = {
  image_id: number
  variant: string
  file_id: number
}

type ApplicationsTable = {
  id: Generated<number>
  cohort_id: number
  tech_stack_id: string
  first_name: string
  last_name: string
  email: string
  /** The e-mail in small letters: one application per e-mail and cohort. */
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
  /** Last name, then first, as they are sorted. */
  name_key: string
  /** All that is searched, as one text. */
  search_text: string
  created_at: Time
  updated_at: Time
}

type ApplicationHistoryTable = {
  id: Generated<number>
  application_id: number
  from_status: string | null
  to_status: string
  notes: string
  by_user_id: number | null
  by_name: string
  created_at: Time
}

/** What an application was answered under its Idempotency-Key, to be answered again. */
type ApplicationKeysTable = {
  key: string
  fingerprint: string
  application_id: number
  answer: string
  created_at: Time
}

/** How often each tag was written to. */
type CacheVersionsTable = {
  tag: Tag
  version: number
}

/** How often something happened on a page on a day: nothing of who did it. */
type VisitCountsTable = {
  event: string
  day: Day
  path: string
  value: string
  count: number
  seconds: number
}

export type Tables = CompanyTables &
  NewsTables &
  TalentTables & {
    users: UsersTable
    recovery_codes: RecoveryCodesTable
    sessions: SessionsTable
    refresh_tokens: RefreshTokensTable
    limits: LimitsTable
    cohorts: CohortsTable
    tech_stacks: TechStacksTable
    files: FilesTable
    images: ImagesTable
    image_files: ImageFilesTable
    applications: ApplicationsTable
    application_history: ApplicationHistoryTable
    application_keys: ApplicationKeysTable
    cache_versions: CacheVersionsTable
    visit_counts: VisitCountsTable
  }
