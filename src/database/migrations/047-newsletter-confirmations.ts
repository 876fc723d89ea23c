import type { Kysely } from 'kysely'
import { columnsOf, type Engine } from '../columns.ts'

/** Who subscribes is asked first. Whoever is in the table already counts as confirmed. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  for (const name of ['asked_at', 'confirmed_at']) {
    await database.schema.alterTable('subscribers').addColumn(name, time).execute()
  }
  await database.schema
    .createIndex('subscribers_asked_at')
    .on('subscribers')
    .column('asked_at')
    .execute()
}
