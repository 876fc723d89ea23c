import type { Kysely } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/** Who is erased, step by step, and that they were. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('erasures'))
    .addColumn('pseudonym', 'text', required)
    .addColumn('email_hash', 'text', required)
    .addColumn('hash_key', 'text', required)
    .addColumn('person', 'text', required)
    .addColumn('testimonials', 'text', required)
    .addColumn('step', 'integer', required)
    .addColumn('counts', 'text', required)
    .addColumn('asked_by', 'text', required)
    .addColumn('last_error', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .addColumn('listed_at', time)
    .addColumn('done_at', time)
    .execute()
  await database.schema.createIndex('erasures_done').on('erasures').column('done_at').execute()
}
