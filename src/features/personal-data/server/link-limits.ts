import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { addressKey, mailboxKey } from '#platform/mail/email-limits.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { rootTables } from './person.ts'

/** Apart from the other emails that strangers can cause, which must not keep anybody from their data. */
const linkLimits = [
  { calls: 5, seconds: 60 * 60 },
  { calls: 10, seconds: 24 * 60 * 60 },
]
/** For all addresses of a mailbox under which something is stored: strangers can store it under many. */
const storedMailboxLimit = { calls: 30, seconds: 24 * 60 * 60 }

/**
 * The limits of links to an address. One under which something is stored has its own: links for other addresses of the
 * same mailbox don't show that. All others share those of the mailbox.
 */
export async function limitsOfLink(database: Database, email: string) {
  const email_key = emailKeyOf(email)
  if (!(await isStored(database, email_key))) {
    return linkLimits.map((limit) => {
      return { key: mailboxKey(`my-data-${limit.seconds}`, email), limit }
    })
  }
  return [
    ...linkLimits.map((limit) => {
      return { key: addressKey(`my-data-stored-${limit.seconds}`, email_key), limit }
    }),
    { key: mailboxKey('my-data-stored', email), limit: storedMailboxLimit },
  ]
}

/**
 * Whether something is stored under an address. What lies in the trash alone doesn't count: it would take a look through
 * all of the trash, and who asks for it shares the limits of their mailbox.
 */
async function isStored(database: Database, email_key: string) {
  const found = rootTables
    // What a link leaves behind.
    .filter((table) => table !== 'privacy_links')
    .map((table) => sql`exists (select 1 from ${sql.table(table)} where email_key = ${email_key})`)
  const { rows } = await sql`select 1 where ${sql.join(found, sql` or `)}`.execute(database)
  return rows.length > 0
}
