import { domainToASCII } from 'node:url'
import { type Kysely, sql } from 'kysely'

/**
 * Whom an email goes to in one spelling: what is about a person is found however they wrote their address. A process of
 * the version before writes none.
 */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('outbox')
    .addColumn('recipient_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update outbox set recipient_key = lower(recipient)`.execute(database)
  const { rows } = await sql<{ recipient: string }>`
    select distinct recipient from outbox where octet_length(recipient) > length(recipient)
  `.execute(database)
  for (const { recipient } of rows) {
    await sql`
      update outbox set recipient_key = ${keyOf(recipient)} where recipient = ${recipient}
    `.execute(database)
  }
  const { schema } = database
  await schema.createIndex('outbox_recipient_key').on('outbox').column('recipient_key').execute()
  await schema.dropIndex('outbox_recipient').execute()
}

function keyOf(email: string) {
  const text = email.trim().normalize().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, Math.max(0, at))}@${domainToASCII(domain) || domain}`
}
