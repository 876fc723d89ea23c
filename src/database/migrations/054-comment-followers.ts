import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Who asked to be told of answers to a comment, and which answers they are told of. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database
  await id(schema.createTable('comment_followers'))
    .addColumn('thread_id', 'integer', (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('comment_id', 'integer', (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('consent_version', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('confirmed_at', time)
    .addUniqueConstraint('comment_followers_email', ['thread_id', 'email_key'])
    .execute()
  await schema
    .createIndex('comment_followers_comment')
    .on('comment_followers')
    .column('comment_id')
    .execute()
  await schema
    .createTable('comment_answers')
    .addColumn('reply_id', 'integer', (column) =>
      column.primaryKey().references('comments.id').onDelete('cascade'),
    )
    .addColumn('thread_id', 'integer', (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('told_at', time)
    .execute()
  for (const index of [
    'comment_answers_thread on comment_answers (thread_id, told_at)',
    'comment_answers_due on comment_answers (thread_id) where told_at is null',
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
}
