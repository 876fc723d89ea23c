import { sql } from 'kysely'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

const person = sql<string>`first_name || ' ' || last_name`

/** What rows are called, by table. The others have no name. */
const names: Partial<Record<keyof Tables, ReturnType<typeof sql<string>>>> = {
  applications: person,
  articles: sql`title`,
  certificates: sql`full_name`,
  cohorts: sql`name`,
  comments: sql`name`,
  event_registrations: sql`full_name`,
  events: sql`title`,
  images: sql`file_name`,
  contact_messages: sql`full_name`,
  newsletter_issues: sql`subject`,
  reply_templates: sql`title`,
  subscribers: sql`email`,
  tags: sql`name`,
  talents: person,
  team_members: sql`full_name`,
  tech_stacks: sql`name`,
  testimonials: sql`full_name`,
  users: sql`name`,
}

/** What a line of the audit log with an id is about, and the table that the id is of; null where it is no row's. */
const auditTables = {
  'account email': null,
  address: 'suppressions',
  application: 'applications',
  article: 'articles',
  'article draft': 'articles',
  certificate: 'certificates',
  cohort: 'cohorts',
  comment: 'comments',
  'comment block': 'comment_blocks',
  'company reply': 'comments',
  'criteria of cohort': 'cohorts',
  email: 'outbox',
  'email of event registration': 'event_registrations',
  'email to applicant': 'applications',
  'emails of cohort': 'cohorts',
  event: 'events',
  'event registration': 'event_registrations',
  'event registrations': 'events',
  image: 'images',
  interview: 'interviews',
  'interview slot': 'interview_slots',
  'invitation of user': 'users',
  mention: 'application_mentions',
  message: 'contact_messages',
  'newsletter issue': 'newsletter_issues',
  'note on application': 'application_notes',
  'note on message': 'contact_messages',
  person: null,
  'personal data': null,
  'reply template': 'reply_templates',
  'reply to message': 'contact_messages',
  'request to be erased': 'privacy_requests',
  'resume of application': 'applications',
  'resume of talent': 'talents',
  'scores of application': 'applications',
  settings: null,
  'statistics link': 'statistics_links',
  subscriber: 'subscribers',
  tag: 'tags',
  talent: 'talents',
  'team member': 'team_members',
  'tech stack': 'tech_stacks',
  testimonial: 'testimonials',
  user: 'users',
  view: 'saved_views',
} as const satisfies Record<string, keyof Tables | null>

export type AuditTarget = keyof typeof auditTables

/** What lines of the audit log with the id of a row of this table are about. */
export const auditTargetsOf = (table: keyof Tables) =>
  (Object.keys(auditTables) as AuditTarget[]).filter((target) => auditTables[target] === table)

type Target = { target: string; id: string | null }

const tableOf = ({ target }: Target): keyof Tables | null =>
  auditTables[target as AuditTarget] ?? null

/**
 * Finds what rows of several kinds are called, by a query a table.
 * @returns gives the name of a row, or null where it has none or is gone
 */
export async function findRowNames(
  database: Database,
  targets: readonly Target[],
): Promise<(target: Target) => string | null> {
  const found = new Map<string, string>()
  for (const [table, some] of Map.groupBy(targets, tableOf)) {
    const name = table && names[table]
    const given = new Set(some.flatMap(({ id }) => id ?? []))
    if (!name || given.size === 0) continue
    const ids =
      table === 'tech_stacks' ? [...given] : [...given].map(Number).filter(Number.isInteger)
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number | string; name: string }>`
      select id, ${name} as name from ${sql.table(table)} where id in (${sql.join(ids)})
    `.execute(database)
    for (const row of rows) found.set(`${table} ${row.id}`, row.name)
  }
  return (target) => found.get(`${tableOf(target)} ${target.id}`) ?? null
}
