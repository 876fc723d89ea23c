import type { Generated } from 'kysely'
import type { Day, Time } from './columns.ts'

type SubscribersTable = {
  id: Generated<number>
  email: string
  /** The email in one spelling, unique: one subscription per email. */
  email_key: string
  /** Since when the email waits to be confirmed; null once it is, and for those who were never asked. */
  asked_at: Time | null
  confirmed_at: Time | null
  unsubscribed_at: Time | null
  /** Where and when consent was given, of an imported subscriber. Who subscribed by the form consented there. */
  consent_place: Generated<string>
  consent_day: Day | null
  /** The name of the user who noted the consent. */
  consent_by: Generated<string>
  /** The version of the privacy page that applied when they subscribed by the form; empty where none is known. */
  consent_version: Generated<string>
  created_at: Time
  updated_at: Time
}

type TestimonialsTable = {
  id: Generated<number>
  profile_picture: string
  full_name: string
  title: string
  description: string
  status: string
  /** The version of the privacy page that applied when it was sent; empty where none is known. */
  consent_version: Generated<string>
  /** Independent of the status: an approved testimonial can be hidden for a while. */
  hidden_at: Time | null
  /** The position in the carousel; the lowest comes first. */
  place: Generated<number>
  search_text: string
  created_at: Time
  updated_at: Time
}

type TeamMembersTable = {
  id: Generated<number>
  profile_picture: string
  full_name: string
  job_title: string
  linkedin_link: string
  role: string
  department: string
  /** The position in the list. */
  place: number
  inactive_at: Time | null
  search_text: string
  created_at: Time
  updated_at: Time
}

type EventsTable = {
  id: Generated<number>
  title: string
  description: string
  category: string
  type: string
  starts_at: Time
  ends_at: Time
  location: string
  /** Sent to those who are registered, and shown to nobody else; empty for none. */
  online_link: Generated<string>
  image: string
  image_alt: Generated<string>
  registration_link: string
  /** Null for no limit. */
  capacity: number | null
  /** Null: registration closes when the event ends. */
  registration_deadline: Time | null
  /** The number of registrations, updated by the statements that change them. */
  registered: Generated<number>
  /** The number of those registered who have been checked in, updated as `registered` is. */
  arrived: Generated<number>
  cancelled_at: Time | null
  /** What the email to those registered says besides. */
  cancellation_message: Generated<string>
  /** What the email about a change says besides. */
  change_message: Generated<string>
  /** The last registration whose email about it is in the outbox; null when there are no more to write. */
  emails_after: number | null
  /** The last registration that there was when those emails became due; null for no bound. */
  emails_until: number | null
  search_text: string
  created_at: Time
  updated_at: Time
}

type EventRegistrationsTable = {
  id: Generated<number>
  event_id: number
  full_name: string
  email: string
  /** The email in one spelling: one registration per email and event. */
  email_key: string
  phone: string
  organisation: string
  checked_in_at: Time | null
  /** The name of the user who checked them in; empty for none. */
  checked_in_by: Generated<string>
  /** The version of the privacy page that applied when it was sent; empty where none is known. */
  consent_version: Generated<string>
  search_text: string
  created_at: Time
}

type CertificatesTable = {
  id: Generated<number>
  /** Printed on the certificate, such as 2026-K7WQ2M. */
  number: string
  /** Printed as well, other in each version: whoever has it can check the certificate. */
  code: string
  full_name: string
  email: string
  email_key: string
  course: string
  cohort: string
  start_day: Day
  end_day: Day
  issued_day: Day
  /** Counts what was printed in different words under the same number, from 1. */
  version: Generated<number>
  /** When the last version was made; null for the first one. */
  corrected_day: Day | null
  revoked_at: Time | null
  revoked_reason: Generated<string>
  /** The application that it was issued for, where it was issued with its cohort. */
  application_id: number | null
  /**
   * The email and the cohort in one spelling, unique: nobody has two valid certificates of a cohort. Null once revoked.
   */
  holder_key: string | null
  /** The stored file of the PDF, once it was drawn. */
  pdf_id: number | null
  /** A hash of what it was drawn from, and how. */
  pdf_print: Generated<string>
  search_text: string
  created_at: Time
  updated_at: Time
}

/** What earlier versions of a certificate said, and the codes that were printed on them. */
type EarlierCertificatesTable = {
  id: Generated<number>
  certificate_id: number
  version: number
  code: string
  full_name: string
  course: string
  cohort: string
  start_day: Day
  end_day: Day
  issued_day: Day
  corrected_day: Day | null
  replaced_at: Time
}

/** The public keys that credentials of certificates were ever signed with. */
type CredentialKeysTable = {
  /** The thumbprint of the key (RFC 7638). */
  id: string
  /** The Ed25519 key in base64url. */
  public_key: string
  created_at: Time
}

/** What has become of a certificate, a row for each time it was issued, corrected, sent again or revoked. */
type CertificateHistoryTable = {
  id: Generated<number>
  certificate_id: number
  action: string
  /** The version that it left. */
  version: number
  /** Why it was revoked. */
  note: string
  /** A JSON list of fields, with what they said before and after. */
  changes: string
  /** Empty for what was issued before there was a history. */
  by_name: string
  created_at: Time
}

/** An issue of the newsletter. */
type NewsletterIssuesTable = {
  id: Generated<number>
  subject: string
  /** The text as plain text, which the version before reads and writes. */
  text: string
  /** The text as HTML, unless `content_of`, the hash of the plain one that it goes with, is that of another. */
  content: Generated<string>
  content_of: Generated<string>
  /** The articles that it links to, in order, as JSON. */
  article_ids: string
  status: string
  /** What everybody gets, as JSON (`EmailPart[]`), from the moment it is sent. */
  parts: Generated<string>
  /** The subscriber whose email was written last: the next ones have greater ids. */
  emails_after: Generated<number>
  /** How many subscribers there were when it was sent. */
  recipients: Generated<number>
  /** How many emails were put into the outbox, without those taken back. */
  written: Generated<number>
  started_at: Time | null
  started_by: Generated<string>
  ended_at: Time | null
  created_at: Time
  updated_at: Time
}

type OutboxTable = {
  id: Generated<number>
  recipient: string
  /** The recipient in one spelling; empty for what a process of the version before has written. */
  recipient_key: Generated<string>
  subject: string
  /** Recipient and subject in searchable form; empty for what a process of the version before has written. */
  search_text: Generated<string>
  /** Plain text. */
  body: string
  /** What the text is made of, as JSON (`EmailPart[]`); empty for emails from before there were parts. */
  parts: Generated<string>
  /** An attached iCalendar file; empty for none. */
  calendar: Generated<string>
  /** The unsubscribe URL of a mailing list email; empty for other emails. */
  unsubscribe_link: Generated<string>
  /** The mailing list that the link is of; empty for the newsletter. Without a link, what the email is about. */
  list_key: Generated<string>
  /** Whom an answer goes to; empty for the sender. */
  reply_to: Generated<string>
  /** The Message-IDs of the thread so far, with spaces between; the last one is answered. */
  thread_refs: Generated<string>
  /** The finished attempts. */
  attempts: Generated<number>
  /** Identifies the attempt under way; null while nobody is sending the email. */
  claim: string | null
  /** The time of the next attempt, or when the claim's lease ends; null once sent or given up. */
  next_try_at: Time | null
  last_error: string
  /** The issue of the newsletter that it is; null for other emails. */
  issue_id: number | null
  /** Why it must not be sent: `UNSUBSCRIBED`, `OUTDATED`, `STOPPED` or `SUPPRESSED`; empty while it may. */
  withheld: Generated<string>
  /**
   * 1 for what was asked for by a form: it is sent also where emails came back; 2 by an account: after a complaint,
   * too.
   */
  is_requested: Generated<number>
  /** 1 for what somebody of staff has written to one person. */
  is_personal: Generated<number>
  /** What came back after it was sent, a `BounceKind`; empty for nothing. */
  bounce: Generated<string>
  bounce_detail: Generated<string>
  bounced_at: Time | null
  sent_at: Time | null
  created_at: Time
}

/** The addresses that emails came back from, and those whose owners complained. */
type SuppressionsTable = {
  id: Generated<number>
  email: string
  /** The email in one spelling. */
  email_key: string
  reason: string
  /** What the mail server said. */
  detail: string
  created_at: Time
  /** Since when it is written to again. */
  lifted_at: Time | null
}

/** The tables of the smaller features: newsletter, testimonials, team, events, certificates and email. */
export type CompanyTables = {
  subscribers: SubscribersTable
  testimonials: TestimonialsTable
  team_members: TeamMembersTable
  events: EventsTable
  event_registrations: EventRegistrationsTable
  certificates: CertificatesTable
  earlier_certificates: EarlierCertificatesTable
  certificate_history: CertificateHistoryTable
  credential_keys: CredentialKeysTable
  newsletter_issues: NewsletterIssuesTable
  outbox: OutboxTable
  suppressions: SuppressionsTable
}
