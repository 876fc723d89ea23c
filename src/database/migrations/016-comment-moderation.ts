import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'
import { indexSearchText } from '../search-index.ts'

/**
 * What moderators decided, and whom and what they block; what comments have in common, why they are held, and who of
 * the staff wrote them; an index of their trigrams. Comments from before belong to no wave and no network.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  for (const column of ['email_key', 'wave_key', 'network_key', 'held_reason', 'staff_name']) {
    await schema
      .alterTable('comments')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await sql`update comments set email_key = lower(trim(email))`.execute(database)

  await id(schema.createTable('comment_decisions'))
    .addColumn('action', 'text', required)
    .addColumn('total', 'integer', required)
    .addColumn('by_user_id', 'integer', required)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('undone_at', time)
    .execute()
  await id(schema.createTable('comment_changes'))
    .addColumn('decision_id', 'integer', (column) =>
      column.notNull().references('comment_decisions.id').onDelete('cascade'),
    )
    .addColumn('comment_id', 'integer', (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('from_status', 'text', required)
    .addColumn('from_held_at', time)
    .addColumn('to_status', 'text', required)
    .execute()
  await id(schema.createTable('comment_blocks'))
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('hits', 'integer', required)
    .addColumn('last_hit_at', time)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('expires_at', time)
    .addUniqueConstraint('comment_blocks_key', ['kind', 'value'])
    .execute()

  // The queue's index does the same, and holds what waves are told by: to find and skip them, no comment is read.
  await schema.dropIndex('comments_status').ifExists().execute()
  for (const index of [
    'comments_queue on comments (status, created_at, id, wave_key, email_key)',
    `comments_wave on comments (wave_key, id, email_key, article_id, created_at) where status = 'PENDING'`,
    'comments_author on comments (email_key, status, created_at)',
    `comments_network on comments (created_at) where network_key <> ''`,
    'comment_decisions_by on comment_decisions (by_user_id, id)',
    'comment_decisions_created_at on comment_decisions (created_at)',
    'comment_changes_decision on comment_changes (decision_id, id)',
    'comment_changes_comment on comment_changes (comment_id, id)',
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
  await indexSearchText(database, engine, 'comments')
}
