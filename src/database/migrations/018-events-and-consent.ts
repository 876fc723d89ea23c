import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine } from '../columns.ts'

/**
 * Cancelled and online events, who has come, and the consent of imported subscribers; indices for the lists of
 * registrations by name and of subscribers by status.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time, day } = columnsOf(engine)
  const { schema } = database
  const addText = (table: string, column: string) =>
    schema
      .alterTable(table)
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()

  await addText('events', 'image_alt')
  await addText('events', 'online_link')
  await schema.alterTable('events').addColumn('cancelled_at', time).execute()
  await addText('events', 'cancellation_message')
  await schema.alterTable('events').addColumn('emails_after', 'integer').execute()
  await schema
    .alterTable('events')
    .addColumn('arrived', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await schema.alterTable('event_registrations').addColumn('checked_in_at', time).execute()
  await addText('event_registrations', 'checked_in_by')
  await sql`
    update event_registrations set search_text = search_text || ' ' || ${digits('phone')}
    where phone <> ''
  `.execute(database)
  await schema
    .createIndex('event_registrations_event')
    .on('event_registrations')
    .columns(['event_id', 'id'])
    .execute()
  // The searchable text begins with the name; whole, it could be too long for an index of PostgreSQL.
  await sql`
    create index event_registrations_name
    on event_registrations (event_id, (substr(search_text, 1, 60)), id)
  `.execute(database)

  await addText('subscribers', 'consent_place')
  await schema.alterTable('subscribers').addColumn('consent_day', day).execute()
  await addText('subscribers', 'consent_by')
  await sql`
    create index subscribers_active on subscribers (created_at, id)
    where unsubscribed_at is null
  `.execute(database)
  await sql`
    create index subscribers_unsubscribed on subscribers (created_at, id)
    where unsubscribed_at is not null
  `.execute(database)
}

/** What people write between the digits of a number. */
const separators = [' ', '+', '-', '(', ')', '.', '/']

const digits = (column: string) =>
  separators.reduce(
    (text, separator) => sql`replace(${text}, ${sql.lit(separator)}, '')`,
    sql`${sql.ref(column)}`,
  )
