import type { Kysely } from 'kysely'

/** Of answers by email: whether our mail server found that they are not from the address that they name. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('contact_answers')
    .addColumn('is_doubtful', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
