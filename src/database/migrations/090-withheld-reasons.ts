import { type Kysely, sql } from 'kysely'

/** Of emails that were withheld before: a newer one was said to have replaced them, also where there was none. */
export async function up(database: Kysely<unknown>) {
  await sql`
    update outbox set last_error = 'Not sent: what it says no longer holds, or a newer email says it.'
    where withheld = 'OUTDATED'
      and last_error = 'Not sent: a newer email about the same has replaced it.'
  `.execute(database)
}
