import type { Kysely } from 'kysely'
import { columnsOf, type Engine } from '../columns.ts'

/**
 * When each comment was decided on, and what edits of messages have replaced: a batch on all that match acts on what
 * matched when the list was read.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  const { schema } = database
  await schema.alterTable('comment_changes').addColumn('changed_at', time).execute()
  await schema
    .alterTable('edits')
    .addColumn('before', 'text', (text) => text.notNull().defaultTo(''))
    .execute()
}
