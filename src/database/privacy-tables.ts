import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

/** Who is erased, and that they were. What tells who it was is emptied at the end. */
type ErasuresTable = {
  id: Generated<number>
  /** Stands for the person in what stays. */
  pseudonym: string
  /** The keyed hash of the email: who is restored from a backup is known by it. */
  email_hash: string
  /** The fingerprint of the secret that the hash was made with. */
  hash_key: string
  /** Whom to look for, as JSON; empty once nothing is left. */
  person: string
  /** The ids of testimonials that were theirs, as JSON. */
  testimonials: string
  /** How many steps are done. */
  step: number
  /** How many rows were erased of each table, as JSON. */
  counts: string
  /** The user who did it; empty for the person's own link, and for a restored backup. */
  asked_by: string
  last_error: Generated<string>
  /** What was stored later stays. */
  created_at: Time
  updated_at: Time
  /** When it was noted outside the database. */
  listed_at: Time | null
  done_at: Time | null
}

/** Links in emails by which people get at what is stored of them. */
type PrivacyLinksTable = {
  id: Generated<number>
  email: string
  email_key: string
  /** When an erasure was asked for by it: it is good for one. */
  used_at: Time | null
  created_at: Time
}

/** Who asked to be erased where staff must decide. */
type PrivacyRequestsTable = {
  id: Generated<number>
  email: string
  email_key: string
  /** A JSON list: why it is not done at once. */
  reasons: string
  created_at: Time
}

export type PrivacyTables = {
  erasures: ErasuresTable
  privacy_links: PrivacyLinksTable
  privacy_requests: PrivacyRequestsTable
}
