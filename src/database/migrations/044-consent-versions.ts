import type { Kysely } from 'kysely'

/** Which version of the privacy page applied when a form was sent. */
export async function up(database: Kysely<unknown>) {
  for (const table of [
    'applications',
    'contact_messages',
    'comments',
    'subscribers',
    'event_registrations',
    'testimonials',
  ]) {
    await database.schema
      .alterTable(table)
      .addColumn('consent_version', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
}
