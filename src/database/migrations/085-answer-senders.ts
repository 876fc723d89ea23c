import { domainToASCII } from 'node:url'
import { type Kysely, sql } from 'kysely'

const readAtOnce = 500

/**
 * Who has answered a message by email from another address than its writer's, in one spelling: whoever asks for what is
 * stored of them is found by it. What is in the trash gets it as well, since it may come back.
 */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('contact_answers')
    .addColumn('email_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (let after: number | undefined = 0; after !== undefined; ) after = await fill(database, after)
  await database.schema
    .createIndex('contact_answers_email')
    .on('contact_answers')
    .column('email_key')
    .execute()
  const { rows: trashed } = await sql<{ id: number }>`
    select id from trash where snapshot like '%"contact_answers"%'
  `.execute(database)
  for (const { id } of trashed) await fillTrashed(database, id)
}

/** Fills some rows. @returns the last id; undefined where there are none */
async function fill(database: Kysely<unknown>, after: number) {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from contact_answers where id > ${after} and email <> ''
    order by id limit ${readAtOnce}
  `.execute(database)
  for (const { id, email } of rows) {
    await sql`update contact_answers set email_key = ${keyOf(email)} where id = ${id}`.execute(
      database,
    )
  }
  return rows.at(-1)?.id
}

type Snapshot = { rows?: { table: string; row: { email?: string; email_key?: string } }[] } | null

async function fillTrashed(database: Kysely<unknown>, id: number) {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot from trash where id = ${id}
  `.execute(database)
  const snapshot = parse(rows[0]?.snapshot ?? '')
  if (!Array.isArray(snapshot?.rows)) return
  for (const { table, row } of snapshot.rows) {
    if (table === 'contact_answers') row.email_key = row.email ? keyOf(row.email) : ''
  }
  await sql`update trash set snapshot = ${JSON.stringify(snapshot)} where id = ${id}`.execute(
    database,
  )
}

function parse(text: string): Snapshot {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyOf(email: string) {
  const text = email.trim().normalize().toLowerCase().normalize()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, Math.max(0, at))}@${domainToASCII(domain) || domain}`
}
