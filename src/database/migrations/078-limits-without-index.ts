import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

/**
 * Limits are counted several times in each form: one tree of rows is written instead of three. Old ones are found along
 * their keys.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { schema } = database
  await schema.dropIndex('limits_resets_at').execute()
  if (engine === 'postgres') return
  await schema.alterTable('limits').renameTo('old_limits').execute()
  await schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('resets_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute()
  await sql`insert into limits select key, count, resets_at from old_limits`.execute(database)
  await schema.dropTable('old_limits').execute()
}
