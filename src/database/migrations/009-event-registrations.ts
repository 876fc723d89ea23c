import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Event registrations and capacity; calendar files and unsubscribe links of emails. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await schema.alterTable('events').addColumn('capacity', 'integer').execute()
  await schema.alterTable('events').addColumn('registration_deadline', time).execute()
  await schema
    .alterTable('events')
    .addColumn('registered', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await id(schema.createTable('event_registrations'))
    .addColumn('event_id', 'integer', (column) =>
      column.notNull().references('events.id').onDelete('cascade'),
    )
    .addColumn('full_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('organisation', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', time, required)
    .addUniqueConstraint('event_registrations_email', ['event_id', 'email_key'])
    .execute()
  await schema
    .createIndex('event_registrations_created_at')
    .on('event_registrations')
    .columns(['event_id', 'created_at', 'id'])
    .execute()

  for (const column of ['calendar', 'unsubscribe_link']) {
    await schema
      .alterTable('outbox')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
}
