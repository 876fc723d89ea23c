import type { Kysely } from 'kysely'

/** The seat that somebody had when their application was decided, for as long as it may be given back. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database
  await schema
    .alterTable('interviews')
    .addColumn('freed_slot_id', 'integer', (column) =>
      column.references('interview_slots.id').onDelete('set null'),
    )
    .execute()
  await schema.alterTable('interviews').addColumn('freed_seat', 'integer').execute()
  await schema.alterTable('interviews').addColumn('freed_email_id', 'integer').execute()
  await schema
    .createIndex('interviews_freed_slot')
    .on('interviews')
    .column('freed_slot_id')
    .execute()
}
