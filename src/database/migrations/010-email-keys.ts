import { domainToASCII } from 'node:url'
import { type Kysely, sql } from 'kysely'

/** The tables with a key that makes emails unique, and the column within which they are. */
const tables = {
  applications: 'cohort_id',
  event_registrations: 'event_id',
  talents: null,
  subscribers: null,
  certificates: null,
}

type Row = { id: number; email_key: string }

/**
 * Writes the keys of emails as they are made from now on: with the domain in ASCII (IDNA) and without a final dot. A
 * row whose new key another one has keeps its own, so that none is lost.
 */
export async function up(database: Kysely<unknown>) {
  for (const [name, scope] of Object.entries(tables)) {
    const table = sql.table(name)
    const { rows } = await sql<Row>`
      select id, email_key from ${table}
      where octet_length(email_key) > length(email_key) or email_key like '%.'
    `.execute(database)
    for (const { id, email_key } of rows) {
      const key = newKeyOf(email_key)
      if (key === email_key) continue
      const isSameScope = scope
        ? sql`other.${sql.ref(scope)} = ${table}.${sql.ref(scope)}`
        : sql`1 = 1`
      await sql`
        update ${table} set email_key = ${key} where id = ${id} and not exists (
          select 1 from ${table} as other where other.email_key = ${key} and ${isSameScope}
        )
      `.execute(database)
    }
  }
}

function newKeyOf(key: string) {
  const text = key.normalize().replace(/\.+$/, '')
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, Math.max(0, at))}@${domainToASCII(domain) || domain}`
}
