import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/**
 * Codes by which anybody can check a certificate, each for one version, and what earlier versions said. Those from
 * before this are not in it: no code was printed on them. And the public keys that credentials were signed with.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { id, time, day } = columnsOf(engine)
  const { schema } = database
  await schema
    .alterTable('certificates')
    .addColumn('code', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await id(schema.createTable('earlier_certificates'))
    .addColumn('certificate_id', 'integer', (column) =>
      column.notNull().references('certificates.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', required)
    .addColumn('code', 'text', required)
    .addColumn('full_name', 'text', required)
    .addColumn('course', 'text', required)
    .addColumn('cohort', 'text', required)
    .addColumn('start_day', day, required)
    .addColumn('end_day', day, required)
    .addColumn('issued_day', day, required)
    .addColumn('corrected_day', day)
    .addColumn('replaced_at', time, required)
    .execute()
  await schema
    .createTable('credential_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  await giveCodes(database)
  await schema
    .createIndex('certificates_code')
    .on('certificates')
    .column('code')
    .unique()
    // Processes of before this go on issuing without a code until they are replaced.
    .where(sql.ref('code'), '<>', '')
    .execute()
  await schema
    .createIndex('earlier_certificates_code')
    .on('earlier_certificates')
    .column('code')
    .unique()
    .execute()
  await schema
    .createIndex('earlier_certificates_version')
    .on('earlier_certificates')
    .columns(['certificate_id', 'version'])
    .unique()
    .execute()
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newCode() {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** They can be searched for by staff as well. */
async function giveCodes(database: Kysely<unknown>) {
  const { rows } = await sql<{ id: number; search_text: string }>`
    select id, search_text from certificates order by id
  `.execute(database)
  for (const { id, search_text } of rows) {
    const code = newCode()
    const searched = `${search_text}\n${code.toLowerCase()}`
    await sql`
      update certificates set code = ${code}, search_text = ${searched} where id = ${id}
    `.execute(database)
  }
}
