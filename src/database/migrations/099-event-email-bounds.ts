import { type Kysely, sql } from 'kysely'

/** Emails about a changed event go to whoever was registered then. Of changes from before, to all who are by now. */
export async function up(database: Kysely<unknown>) {
  await database.schema.alterTable('events').addColumn('emails_until', 'integer').execute()
  await sql`
    update events set emails_until = (
      select max(id) from event_registrations where event_id = events.id
    ) where emails_after is not null
  `.execute(database)
}
