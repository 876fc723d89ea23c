import type { Tables } from './tables.ts'

/**
 * What a table stores, column by column, each in one of the lists (separated by spaces):
 *
 * - `person`: what people told us, or what was decided of them
 * - `texts`: what staff wrote, in which others may be named
 * - `staff`: which of our staff did it
 * - `facts`: what says nothing of anybody by itself, such as times
 * - `inner`: what only the software reads, such as what is searched
 */
type StoredColumns = Partial<Record<ColumnKind, string>>
export type ColumnKind = 'person' | 'texts' | 'staff' | 'facts' | 'inner'

export type StoredTable = StoredColumns & {
  /** The section of the privacy page; null where the table has nothing of people. */
  section: string | null
  /** What its rows are called in the export of a person. */
  title?: string
  /** The column by which the rows of a person are found, by the email in one spelling. Others belong to such rows. */
  foundBy?: 'email_key'
  /** The column that is sealed by the data keys, and the one that names its row before that has an id. */
  sealed?: { column: string; by: string }
}

type Columns = Readonly<Record<string, Omit<StoredTable, 'section' | 'foundBy'>>>

/** What is stored of our staff. */
const ofStaff = {
  users: {
    staff: 'email name role password_hash totp_secret search_text',
    facts:
      'id disabled_at invited_at last_seen_at totp_enabled_at digest_since created_at updated_at',
    inner: 'totp_last_step digest_on',
  },
  recovery_codes: { staff: 'user_id code_hash', facts: 'id used_at' },
  sessions: {
    staff: 'user_id address user_agent',
    facts: 'id created_at last_used_at expires_at ended_at',
  },
  refresh_tokens: { inner: 'token_hash session_id created_at used_at' },
  edits: {
    person: 'before',
    staff: 'by_user_id by_name',
    facts: 'id table_name row_id version fields',
  },
  batches: {
    staff: 'by_user_id by_name undone_by',
    facts: 'id target to_status from_counts changed undone created_at updated_at',
  },
  batch_changes: { facts: 'batch_id row_id from_status version undone_at' },
  comment_decisions: {
    staff: 'by_user_id by_name',
    facts: 'id action total created_at undone_at',
  },
  saved_views: {
    texts: 'name name_key parameters',
    staff: 'user_id',
    facts: 'id list is_shared is_pinned created_at updated_at',
  },
  presence: { staff: 'user_id', facts: 'kind row_id present_until' },
  statistics_links: {
    staff: 'by_name',
    facts: 'id name sections from_day to_day ends_day created_at revoked_at',
    inner: 'token',
  },
  settings: { staff: 'by_name', facts: 'id value revision_id updated_at' },
  setting_revisions: { staff: 'by_name', facts: 'id section value created_at' },
} satisfies Columns

/** What names people whom the site shows: the team, and authors. */
const ofShownPeople = {
  team_members: {
    person: 'profile_picture full_name job_title linkedin_link role department',
    facts: 'id place inactive_at created_at updated_at',
    inner: 'search_text',
  },
  articles: {
    person: 'author',
    facts:
      'id title slug banner category description content done_at published_at archived_at created_at updated_at',
    inner: 'title_key search_text',
  },
  article_drafts: { person: 'fields', facts: 'article_id updated_at' },
  article_revisions: {
    person: 'title fields',
    staff: 'by_user_id by_name',
    facts: 'id article_id kind created_at saved_at',
  },
  images: {
    texts: 'alt file_name search_text',
    staff: 'by_name',
    facts: 'id name size_bytes wanted_at created_at updated_at',
    inner: 'source',
  },
  image_files: { inner: 'image_id variant file_id' },
} satisfies Columns

/** What has nothing of people. */
const ofNobody = {
  reply_templates: { facts: 'id title title_key text created_at updated_at' },
  newsletter_issues: {
    staff: 'started_by',
    facts:
      'id subject text content article_ids status parts recipients written started_at ended_at created_at updated_at',
    inner: 'emails_after content_of',
  },
  cohorts: {
    facts:
      'id name short_description status start_day end_day deadline closes_at capacity registered emails created_at updated_at',
    inner: 'name_key',
  },
  score_criteria: {
    facts: 'id cohort_id name hint position archived_at',
    inner: 'name_key',
  },
  interview_slots: {
    facts: 'id cohort_id starts_at ends_at place link capacity created_at updated_at',
  },
  tech_stacks: {
    facts:
      'id name short_description icon description prerequisites reading position created_at updated_at',
  },
  events: {
    facts:
      'id title description category type starts_at ends_at location online_link image image_alt registration_link capacity registration_deadline registered arrived cancelled_at cancellation_message created_at updated_at',
    inner: 'emails_after emails_until change_message search_text',
  },
  tags: { facts: 'id name name_key' },
  article_slugs: { facts: 'slug article_id' },
  article_tags: { facts: 'article_id tag_id position' },
  image_redirects: { facts: 'name image_id' },
  image_uses: { facts: 'name table_name row_id column_name' },
  image_changes: { facts: 'id table_name row_id' },
  comment_counts: { facts: 'article_id status is_held is_reply total' },
  application_counts: {
    facts: 'cohort_id status tech_stack_id level gender has_place total',
  },
  visit_totals: {
    facts:
      'period path source device page_views landings clicks video_plays seconds scroll_25 scroll_50 scroll_75 scroll_90 scroll_100 time_30 time_60 time_120 time_300',
  },
  visit_values: { facts: 'event period path source device value count' },
  credential_keys: { facts: 'id public_key created_at' },
  cache_versions: { facts: 'tag version purged_version' },
  leases: { facts: 'name holder ends_at' },
  system_values: { facts: 'name value' },
} satisfies Columns

const inSection = <Named extends Columns>(tables: Named, section: string | null) =>
  Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [table, { ...columns, section }]),
  ) as { [Table in keyof Named & keyof Tables]: Named[Table] & Pick<StoredTable, 'section'> }

/** The tables that hold nothing of visitors, for `personalData`. */
export const tablesWithoutVisitors = {
  ...inSection(ofStaff, 'staff'),
  ...inSection(ofShownPeople, 'people'),
  ...inSection(ofNobody, null),
}
