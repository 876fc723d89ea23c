import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The criteria of a cohort, how each recruiter scored an application by them, and what lists are sorted by. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database
  for (const column of ['score_mean', 'score_count']) {
    await schema
      .alterTable('applications')
      .addColumn(column, 'integer', (number) => number.notNull().defaultTo(0))
      .execute()
  }
  await id(schema.createTable('score_criteria'))
    .addColumn('cohort_id', 'integer', (column) =>
      column.notNull().references('cohorts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('hint', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('archived_at', time)
    .execute()
  await id(schema.createTable('application_scorings'))
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('by_name', 'text', required)
    .addColumn('mean', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await schema
    .createTable('application_scores')
    .addColumn('scoring_id', 'integer', (column) =>
      column.notNull().references('application_scorings.id').onDelete('cascade'),
    )
    .addColumn('criterion_id', 'integer', (column) =>
      column.notNull().references('score_criteria.id').onDelete('cascade'),
    )
    .addColumn('value', 'integer', required)
    .addPrimaryKeyConstraint('application_scores_key', ['scoring_id', 'criterion_id'])
    .execute()
  for (const index of [
    'index applications_score on applications (score_mean, id)',
    'index applications_cohort_score on applications (cohort_id, score_mean, id)',
    'index applications_cohort_status on applications (cohort_id, status, created_at, id)',
    'index score_criteria_cohort on score_criteria (cohort_id, position)',
    'unique index application_scorings_one on application_scorings (application_id, user_id)',
    'index application_scorings_user on application_scorings (user_id, application_id) where mean > 0',
    'index application_scores_criterion on application_scores (criterion_id)',
  ]) {
    await sql.raw(`create ${index}`).execute(database)
  }
}
