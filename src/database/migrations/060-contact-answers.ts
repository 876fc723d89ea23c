import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** What visitors answer to our replies, and which emails these replies were, also once the outbox has deleted them. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('contact_answers'))
    .addColumn('message_id', 'integer', (column) =>
      column.notNull().references('contact_messages.id').onDelete('cascade'),
    )
    .addColumn('received_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('quoted', 'text', required)
    .addColumn('attachments', 'text', required)
    .addColumn('is_automatic', 'integer', required)
    .addColumn('is_cut', 'integer', required)
    .addColumn('created_at', time, required)
    .execute()
  await database.schema
    .createIndex('contact_answers_message')
    .on('contact_answers')
    .columns(['message_id', 'id'])
    .execute()
  await database.schema.alterTable('contact_replies').addColumn('email_id', 'integer').execute()
  await sql`update contact_replies set email_id = outbox_id`.execute(database)
  await database.schema
    .createIndex('contact_replies_email')
    .on('contact_replies')
    .column('email_id')
    .execute()
}
