import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The times for interviews, who sits there, and who is invited to choose one. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('interview_slots'))
    .addColumn('cohort_id', 'integer', (column) =>
      column.notNull().references('cohorts.id').onDelete('cascade'),
    )
    .addColumn('starts_at', time, required)
    .addColumn('ends_at', time, required)
    .addColumn('place', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('capacity', 'integer', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('interview_slots_start')
    .on('interview_slots')
    .columns(['starts_at', 'id'])
    .execute()
  await schema
    .createIndex('interview_slots_cohort')
    .on('interview_slots')
    .columns(['cohort_id', 'starts_at'])
    .execute()

  await schema
    .createTable('interview_panel')
    .addColumn('slot_id', 'integer', (column) =>
      column.notNull().references('interview_slots.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('interview_panel_key', ['slot_id', 'user_id'])
    .execute()
  await schema.createIndex('interview_panel_user').on('interview_panel').column('user_id').execute()

  await schema
    .createTable('interviews')
    .addColumn('id', 'integer', (column) =>
      column.primaryKey().references('applications.id').onDelete('cascade'),
    )
    .addColumn('slot_id', 'integer', (column) =>
      column.references('interview_slots.id').onDelete('set null'),
    )
    .addColumn('seat', 'integer')
    .addColumn('booked_at', time)
    .addColumn('outcome', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('sequence', 'integer', required)
    .addColumn('invited_at', time, required)
    .addColumn('invited_by', 'text', required)
    .addColumn('invitation_id', 'integer')
    .addColumn('reminded_at', time)
    .addColumn('reminders', 'integer', required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createIndex('interviews_seat')
    .on('interviews')
    .columns(['slot_id', 'seat'])
    .unique()
    .execute()
  await schema.createIndex('interviews_invited').on('interviews').column('invited_at').execute()
}
