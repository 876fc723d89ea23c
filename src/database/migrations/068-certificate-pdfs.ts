import { type Kysely, sql } from 'kysely'

/** The stored PDF of a certificate, and what it was drawn from. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('certificates')
    .addColumn('pdf_id', 'integer', (column) => column.references('files.id'))
    .execute()
  await database.schema
    .alterTable('certificates')
    .addColumn('pdf_print', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const statement of [
    // The foreign key's: the deletion of a file looks for who needs it.
    'create index certificates_pdf on certificates (pdf_id) where pdf_id is not null',
    "create index certificates_undrawn on certificates (id) where pdf_id is null and revoked_at is null and email <> ''",
  ]) {
    await sql.raw(statement).execute(database)
  }
}
