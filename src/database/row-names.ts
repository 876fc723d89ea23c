import { sql } from 'kysely'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

const person = sql<string>`first_name || ' ' || last_name`

/** Where the rows of a kind are, and what each is called. */
const kinds: Readonly<Record<string, readonly [keyof Tables, ReturnType<typeof sql<string>>]>> = {
  application: ['applications', person],
  article: ['articles', sql`title`],
  certificate: ['certificates', sql`full_name`],
  cohort: ['cohorts', sql`name`],
  comment: ['comments', sql`name`],
  event: ['events', sql`title`],
  'event registration': ['event_registrations', sql`full_name`],
  image: ['images', sql`file_name`],
  message: ['contact_messages', sql`full_name`],
  'newsletter issue': ['newsletter_issues', sql`subject`],
  'reply template': ['reply_templates', sql`title`],
  subscriber: ['subscribers', sql`email`],
  tag: ['tags', sql`name`],
  talent: ['talents', person],
  'team member': ['team_members', sql`full_name`],
  'tech stack': ['tech_stacks', sql`name`],
  testimonial: ['testimonials', sql`full_name`],
  user: ['users', sql`name`],
}

/** What lines of the audit log call the rows of a table. */
export const auditKindOf = (table: keyof Tables) =>
  Object.keys(kinds).find((kind) => kinds[kind]?.[0] === table)

/** What lines of the audit log are about: a kind such as 'application' or 'resume of application', and an id. */
type Target = { target: string; id: string | null }

const kindOf = ({ target }: Target) => target.replace(/^\w+ of /, '')

/**
 * Finds what rows of several kinds are called, by a query a kind.
 * @returns gives the name of a row, or null where it has none or is gone
 */
export async function findRowNames(
  database: Database,
  targets: readonly Target[],
): Promise<(target: Target) => string | null> {
  const names = new Map<string, string>()
  for (const [kind, some] of Map.groupBy(targets, kindOf)) {
    const known = kinds[kind]
    const given = new Set(some.flatMap(({ id }) => id ?? []))
    if (!known || given.size === 0) continue
    const [table, name] = known
    const ids = kind === 'tech stack' ? [...given] : [...given].map(Number).filter(Number.isInteger)
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number | string; name: string }>`
      select id, ${name} as name from ${sql.table(table)} where id in (${sql.join(ids)})
    `.execute(database)
    for (const row of rows) names.set(`${kind} ${row.id}`, row.name)
  }
  return (target) => names.get(`${kindOf(target)} ${target.id}`) ?? null
}
