import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** The issues of the newsletter, and which emails are theirs. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('newsletter_issues'))
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('article_ids', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('parts', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('emails_after', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('recipients', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('written', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('started_at', time)
    .addColumn('started_by', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('ended_at', time)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await database.schema
    .createIndex('newsletter_issues_status')
    .on('newsletter_issues')
    .column('status')
    .execute()
  await database.schema.alterTable('outbox').addColumn('issue_id', 'integer').execute()
  await database.schema.createIndex('outbox_issue').on('outbox').column('issue_id').execute()
}
