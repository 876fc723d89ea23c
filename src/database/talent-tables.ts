import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

type TalentsTable = {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  /** The e-mail in small letters: one registration per e-mail. */
  email_key: string
  phone_number: string
  location: string
  headline: string
  /** An address elsewhere, or empty. */
  link: string
  about: string
  level: string
  years: number
  latest_role: string
  availability: string
  work_mode: string
  resume_id: number
  status: string
  /** Which words were agreed to, and when. */
  consent_version: string
  consented_at: Time
  /** Last name, then first, as they are sorted. */
  name_key: string
  /** All that is searched, as one text. */
  search_text: string
  /** The request's Idempotency-Key, and what came with it, so that it is answered the same again. */
  request_key: string | null
  fingerprint: string
  created_at: Time
  updated_at: Time
}

type TalentSkillsTable = {
  talent_id: number
  /** The skill as it is searched and compared. */
  skill_key: string
  /** As the talent writes it. */
  name: string
  position: number
}

/** The tables of talents who registered to be put in front of employers. */
export type TalentTables = {
  talents: TalentsTable
  talent_skills: TalentSkillsTable
}
