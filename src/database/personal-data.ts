import type { Tables } from './tables.ts'
import {
  type ColumnKind,
  type StoredTable,
  tablesWithoutVisitors,
} from './tables-without-visitors.ts'

/**
 * Every table of the database, with every column: a test finds those that are missing. What a person is given of their
 * data, what is erased with them, and what the privacy page tells, all go by this.
 */
export const personalData: Readonly<Record<keyof Tables, StoredTable>> = {
  applications: {
    ...{ section: 'applications', title: 'Applications', foundBy: 'email_key' },
    sealed: { column: 'identification', by: 'resume_id' },
    person:
      'first_name last_name email phone_number other_phone_number date_of_birth identification gender level description status score_mean score_count waiting_since',
    staff: 'assignee_id',
    facts: 'id cohort_id tech_stack_id done_at consent_version created_at updated_at',
    inner: 'resume_id email_key name_key search_text phone_key identification_key',
  },
  application_history: {
    ...{ section: 'applications', title: 'How an application was decided' },
    person: 'from_status to_status kind email_kind email_state email_replaced',
    texts: 'notes from_text to_text',
    staff: 'by_user_id by_name',
    facts: 'id application_id created_at',
    inner: 'outbox_id',
  },
  application_keys: {
    section: 'applications',
    facts: 'application_id created_at',
    inner: 'key fingerprint answer',
  },
  application_notes: {
    ...{ section: 'applications', title: 'Our notes on an application' },
    texts: 'text',
    staff: 'author_id author_name',
    facts: 'id application_id created_at updated_at',
  },
  application_mentions: {
    section: 'applications',
    staff: 'user_id name',
    facts: 'id application_id note_id history_id done_at created_at',
  },
  application_scorings: {
    ...{ section: 'applications', title: 'Who scored an application' },
    person: 'mean',
    staff: 'user_id by_name',
    facts: 'id application_id created_at updated_at',
  },
  application_scores: {
    ...{ section: 'applications', title: 'Scores' },
    person: 'value',
    facts: 'scoring_id criterion_id',
  },
  files: {
    ...{ section: 'applications', title: 'Files' },
    person: 'name',
    facts: 'id type size_bytes sha256 warnings created_at claimed_at',
    inner: 'key',
  },
  resume_texts: {
    ...{ section: 'applications', title: 'What we read of a file' },
    sealed: { column: 'text', by: 'file_id' },
    person: 'text',
    facts: 'file_id',
    inner: 'attempts next_try_at',
  },
  interviews: {
    ...{ section: 'interviews', title: 'Interviews' },
    person: 'outcome booked_at reminded_at reminders',
    texts: 'note',
    staff: 'invited_by',
    facts: 'id slot_id invited_at updated_at',
    inner: 'seat freed_slot_id freed_seat freed_email_id sequence invitation_id',
  },
  interview_panel: { section: 'interviews', staff: 'user_id', facts: 'slot_id' },
  talents: {
    ...{ section: 'talents', title: 'Registrations as a talent', foundBy: 'email_key' },
    person:
      'first_name last_name email phone_number location headline link about level years latest_role availability work_mode status',
    facts: 'id consent_version consented_at created_at updated_at',
    inner: 'resume_id email_key name_key search_text request_key fingerprint',
  },
  talent_skills: {
    ...{ section: 'talents', title: 'Skills of a talent' },
    person: 'name',
    facts: 'talent_id position',
    inner: 'skill_key',
  },
  talent_history: {
    ...{ section: 'talents', title: 'What became of a registration' },
    person: 'from_status to_status',
    texts: 'notes',
    staff: 'by_user_id by_name',
    facts: 'id talent_id created_at',
  },
  event_registrations: {
    ...{ section: 'events', title: 'Registrations for events', foundBy: 'email_key' },
    person: 'full_name email phone organisation checked_in_at',
    staff: 'checked_in_by',
    facts: 'id event_id consent_version created_at',
    inner: 'email_key search_text',
  },
  contact_messages: {
    ...{ section: 'contact', title: 'Messages', foundBy: 'email_key' },
    person: 'full_name email phone subject message status read_at answered_at',
    staff: 'owner_id',
    facts: 'id consent_version created_at updated_at',
    inner: 'name_key email_key search_text thread_refs',
  },
  contact_replies: {
    ...{ section: 'contact', title: 'Our replies to a message' },
    texts: 'text',
    staff: 'author_id author_name',
    facts: 'id message_id sent_at created_at',
    inner: 'outbox_id email_id',
  },
  contact_answers: {
    ...{ section: 'contact', title: 'What you answered by email' },
    person: 'email text quoted attachments',
    facts: 'id message_id is_automatic is_cut created_at',
    inner: 'received_key',
  },
  contact_notes: {
    ...{ section: 'contact', title: 'Our notes on a message' },
    texts: 'text',
    staff: 'author_id author_name',
    facts: 'id message_id created_at',
  },
  contact_drafts: {
    ...{ section: 'contact', title: 'Replies that we have not sent' },
    texts: 'text',
    staff: 'user_id',
    facts: 'message_id updated_at',
    inner: 'typing_until',
  },
  subscribers: {
    ...{ section: 'newsletter', title: 'Subscriptions to the newsletter', foundBy: 'email_key' },
    person: 'email consent_place consent_day asked_at confirmed_at unsubscribed_at',
    staff: 'consent_by',
    facts: 'id consent_version created_at updated_at',
    inner: 'email_key',
  },
  comments: {
    ...{ section: 'comments', title: 'Comments', foundBy: 'email_key' },
    person: 'name email message status held_at held_reason',
    staff: 'staff_name',
    facts: 'id article_id parent_id consent_version created_at updated_at',
    inner: 'name_key email_key search_text wave_key network_key',
  },
  comment_blocks: {
    ...{ section: 'comments', title: 'Addresses whose comments are held back' },
    person: 'kind value hits last_hit_at',
    texts: 'note',
    staff: 'by_name',
    facts: 'id created_at expires_at',
  },
  comment_changes: {
    ...{ section: 'comments', title: 'How a comment was decided' },
    person: 'from_status from_held_at to_status',
    facts: 'id decision_id comment_id changed_at',
  },
  comment_followers: {
    ...{ section: 'comments', title: 'Answers that you are told of', foundBy: 'email_key' },
    person: 'email confirmed_at',
    facts: 'id thread_id comment_id consent_version created_at',
    inner: 'email_key',
  },
  comment_answers: { section: 'comments', facts: 'reply_id thread_id told_at' },
  testimonials: {
    ...{ section: 'testimonials', title: 'Testimonials' },
    person: 'profile_picture full_name title description status hidden_at',
    facts: 'id consent_version created_at updated_at',
    inner: 'place search_text',
  },
  certificates: {
    ...{ section: 'certificates', title: 'Certificates', foundBy: 'email_key' },
    person:
      'number code full_name email course cohort start_day end_day issued_day version corrected_day revoked_at',
    texts: 'revoked_reason',
    facts: 'id application_id created_at updated_at',
    inner: 'email_key holder_key search_text pdf_id pdf_print',
  },
  earlier_certificates: {
    ...{ section: 'certificates', title: 'Earlier versions of a certificate' },
    person: 'version code full_name course cohort start_day end_day issued_day corrected_day',
    facts: 'id certificate_id replaced_at',
  },
  certificate_history: {
    ...{ section: 'certificates', title: 'What became of a certificate' },
    person: 'action version changes',
    texts: 'note',
    staff: 'by_name',
    facts: 'id certificate_id created_at',
  },
  outbox: {
    ...{ section: 'emails', title: 'Emails to you' },
    person: 'recipient bounce withheld',
    texts: 'subject bounce_detail',
    facts: 'id sent_at bounced_at is_requested is_personal created_at',
    // Bodies have links that let whoever has them in: they are for the mailbox alone.
    inner:
      'recipient_key search_text body parts calendar unsubscribe_link attempts claim next_try_at last_error issue_id reply_to thread_refs list_key',
  },
  suppressions: {
    ...{ section: 'emails', title: 'Why you get no emails', foundBy: 'email_key' },
    person: 'email reason',
    texts: 'detail',
    facts: 'id created_at lifted_at',
    inner: 'email_key',
  },
  limits: { section: 'limits', inner: 'key count resets_at' },
  visitor_days: { section: 'visits', inner: 'day salt registers visitors' },
  trash: {
    section: 'trash',
    texts: 'title snapshot search_text',
    staff: 'by_user_id by_name',
    facts: 'id kind row_id dependents created_at',
  },
  trash_files: { section: 'trash', inner: 'trash_id file_id' },
  audit_log: {
    ...{ section: 'audit', title: 'Lines of our audit log about you' },
    texts: 'details',
    staff: 'actor_id actor_name client_ip',
    facts: 'id action target created_at',
    inner: 'target_id',
  },
  erasures: {
    section: 'erasures',
    person: 'person pseudonym email_hash',
    staff: 'asked_by',
    facts: 'id counts created_at updated_at done_at',
    inner: 'hash_key testimonials step last_error listed_at',
  },
  privacy_links: {
    ...{ section: 'erasures', title: 'Links to your data that we sent', foundBy: 'email_key' },
    person: 'email used_at',
    facts: 'id created_at',
    inner: 'email_key',
  },
  privacy_requests: {
    ...{ section: 'erasures', title: 'Requests to be erased', foundBy: 'email_key' },
    person: 'email reasons',
    facts: 'id created_at',
    inner: 'email_key',
  },
  team_members: {
    section: 'people',
    person: 'profile_picture full_name job_title linkedin_link role department',
    facts: 'id place inactive_at created_at updated_at',
    inner: 'search_text',
  },
  articles: {
    section: 'people',
    person: 'author',
    facts:
      'id title slug banner category description content done_at published_at archived_at created_at updated_at',
    inner: 'title_key search_text',
  },
  article_drafts: { section: 'people', person: 'fields', facts: 'article_id updated_at' },
  article_revisions: {
    section: 'people',
    person: 'title fields',
    staff: 'by_user_id by_name',
    facts: 'id article_id kind created_at saved_at',
  },
  images: {
    section: 'people',
    texts: 'alt file_name search_text',
    staff: 'by_name',
    facts: 'id name size_bytes wanted_at created_at updated_at',
    inner: 'source',
  },
  image_files: { section: 'people', inner: 'image_id variant file_id' },
  ...tablesWithoutVisitors,
}

/** Tables of the migrations, and the one that says how far SQLite's indexes of searches have come. */
export const unnamedTables: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'search_progress',
]

/** The columns of a table that are of a kind. */
export const columnsOfKind = (table: keyof Tables, ...kinds: ColumnKind[]): string[] =>
  kinds.flatMap((kind) => personalData[table][kind]?.split(' ') ?? [])
