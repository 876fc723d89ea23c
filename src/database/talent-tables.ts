import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

type TalentsTable = {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  /** The email in one spelling, unique: one registration per email. */
  email_key: string
  phone_number: string
  location: string
  headline: string
  /** The URL of a profile or portfolio, or empty. */
  link: string
  about: string
  level: string
  years: number
  latest_role: string
  availability: string
  work_mode: string
  resume_id: number
  status: string
  /** The version of the consent text that was accepted. */
  consent_version: string
  consented_at: Time
  /** Last name, then first, in sortable form. */
  name_key: string
  /** All searchable fields as one text. */
  search_text: string
  /** The request's Idempotency-Key, so that a repeated request gets the same response. */
  request_key: string | null
  fingerprint: string
  created_at: Time
  updated_at: Time
}

type TalentSkillsTable = {
  talent_id: number
  /** The skill in searchable form. */
  skill_key: string
  /** As the talent wrote it. */
  name: string
  position: number
}

type TalentHistoryTable = {
  id: Generated<number>
  talent_id: number
  from_status: string | null
  to_status: string
  notes: string
  by_user_id: number | null
  by_name: string
  created_at: Time
}

/** The tables of talents, who registered to be presented to employers. */
export type TalentTables = {
  talents: TalentsTable
  talent_skills: TalentSkillsTable
  talent_history: TalentHistoryTable
}
