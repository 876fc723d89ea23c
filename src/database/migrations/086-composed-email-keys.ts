import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'

type Key = {
  table: string
  column: string
  /** With which columns the key is unique; undefined where it is not. */
  within?: readonly string[]
  /** Which rows have such a key; undefined for all. */
  where?: RawBuilder<SqlBool>
}

const email = { column: 'email_key' }
const keys: readonly Key[] = [
  { table: 'applications', ...email, within: ['cohort_id'] },
  { table: 'talents', ...email, within: [] },
  { table: 'event_registrations', ...email, within: ['event_id'] },
  { table: 'contact_messages', ...email },
  { table: 'contact_answers', ...email },
  { table: 'subscribers', ...email, within: [] },
  { table: 'suppressions', ...email, within: [] },
  { table: 'comments', ...email },
  { table: 'comment_followers', ...email, within: ['thread_id'] },
  { table: 'comment_blocks', column: 'value', within: ['kind'], where: sql`kind = 'email'` },
  { table: 'certificates', ...email },
  { table: 'certificates', column: 'holder_key', within: [] },
  { table: 'privacy_links', ...email },
  { table: 'privacy_requests', ...email, within: [] },
  { table: 'outbox', column: 'recipient_key' },
]

/**
 * Composes the letters of emails' keys, as they are made from now on: some capital letters have no composed form, such as
 * J with a caron, but the small one has. A row whose new key another one has keeps its own, so that none is lost.
 */
export async function up(database: Kysely<unknown>) {
  for (const key of keys) await compose(database, key)
  const { rows: trashed } = await sql<{ id: number }>`
    select id from trash where snapshot like '%"email_key"%'
      and octet_length(snapshot) > length(snapshot)
  `.execute(database)
  for (const { id } of trashed) await composeTrashed(database, id)
}

/** A key begins with the email; what follows in that of a certificate's holder is written otherwise. */
const composed = (key: string) => key.replace(/^\S+/, (email) => email.normalize())

async function compose(
  database: Kysely<unknown>,
  { table: name, column, within, where = sql`1 = 1` }: Key,
) {
  const table = sql.table(name)
  const key = sql.ref(column)
  const { rows } = await sql<{ key: string }>`
    select distinct ${key} as key from ${table}
    where octet_length(${key}) > length(${key}) and ${where}
  `.execute(database)
  for (const { key: before } of rows) {
    const after = composed(before)
    if (after === before) continue
    const same = (within ?? []).map(
      (other) => sql`and other.${sql.ref(other)} = ${table}.${sql.ref(other)}`,
    )
    const isFree = sql`not exists (
      select 1 from ${table} as other where other.${key} = ${after} ${sql.join(same, sql` `)}
    )`
    await sql`
      update ${table} set ${key} = ${after}
      where ${key} = ${before} and ${where} and ${within ? isFree : sql`1 = 1`}
    `.execute(database)
  }
}

/** What comes back from the trash is found as all else is. */
async function composeTrashed(database: Kysely<unknown>, id: number) {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot from trash where id = ${id}
  `.execute(database)
  const before = rows[0]?.snapshot ?? ''
  const after = before.replace(
    /("(?:email|holder)_key":")([^"\\\s]+)/g,
    (_, name, key) => `${name}${composed(key)}`,
  )
  if (after === before) return
  await sql`update trash set snapshot = ${after} where id = ${id}`.execute(database)
}
