import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Talents, who registered to be presented to employers, and their skills. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database
  await id(schema.createTable('talents'))
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('phone_number', 'text', required)
    .addColumn('location', 'text', required)
    .addColumn('headline', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('level', 'text', required)
    .addColumn('years', 'integer', required)
    .addColumn('latest_role', 'text', required)
    .addColumn('availability', 'text', required)
    .addColumn('work_mode', 'text', required)
    .addColumn('resume_id', 'integer', (column) => column.notNull().unique().references('files.id'))
    .addColumn('status', 'text', required)
    .addColumn('consent_version', 'text', required)
    .addColumn('consented_at', time, required)
    .addColumn('name_key', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('request_key', 'text', (column) => column.unique())
    .addColumn('fingerprint', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  const orders = {
    created_at: ['created_at', 'id'],
    name: ['name_key', 'id'],
    years: ['years', 'id'],
    status: ['status', 'created_at', 'id'],
  }
  for (const [order, columns] of Object.entries(orders)) {
    await schema.createIndex(`talents_${order}`).on('talents').columns(columns).execute()
  }
  await schema
    .createTable('talent_skills')
    .addColumn('talent_id', 'integer', (column) =>
      column.notNull().references('talents.id').onDelete('cascade'),
    )
    .addColumn('skill_key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('talent_skills_key', ['talent_id', 'skill_key'])
    .execute()
  await schema
    .createIndex('talent_skills_skill')
    .on('talent_skills')
    .columns(['skill_key', 'talent_id'])
    .execute()
}
