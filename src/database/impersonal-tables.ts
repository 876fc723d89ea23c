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
  /** The column by which the rows of a person are found, by the e-mail in one spelling. Others belong to such rows. */
  foundBy?: 'email_key'
}

type Impersonal = Readonly<Record<string, Omit<StoredTable, 'section'>>>

/** The tables with nothing of people, for `personalData`. */
const columns = {
  reply_templates: { facts: 'id title title_key text created_at updated_at' },
  newsletter_issues: {
    staff: 'started_by',
    facts:
      'id subject text article_ids status parts recipients written started_at ended_at created_at updated_at',
    inner: 'emails_after',
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
    inner: 'emails_after change_message search_text',
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
  cache_versions: { facts: 'tag version' },
  leases: { facts: 'name holder ends_at' },
  system_values: { facts: 'name value' },
} satisfies Impersonal

export const impersonalTables = Object.fromEntries(
  Object.entries(columns).map(([table, kinds]) => [table, { ...kinds, section: null }]),
) as Record<keyof typeof columns & keyof Tables, StoredTable>
