import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/**
 * Certificates that are corrected and revoked, with their history; one valid certificate for each person and cohort;
 * and indices for the filters of the audit log.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  await extendCertificates(database, engine)
  await addHistory(database, engine)
  await markHolders(database)
  await indexAuditLog(database)
}

async function extendCertificates({ schema }: Kysely<unknown>, engine: Engine) {
  const { time, day } = columnsOf(engine)
  const change = () => schema.alterTable('certificates')
  await change()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await change().addColumn('corrected_day', day).execute()
  await change().addColumn('revoked_at', time).execute()
  await change()
    .addColumn('revoked_reason', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await change()
    .addColumn('application_id', 'integer', (column) =>
      column.references('applications.id').onDelete('set null'),
    )
    .execute()
  await change().addColumn('holder_key', 'text').execute()
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on('certificates').columns(columns)
  await index('certificates_holder', ['holder_key']).unique().execute()
  await index('certificates_application', ['application_id']).execute()
  await index('certificates_issued', ['issued_day', 'id']).execute()
}

async function addHistory(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  await id(database.schema.createTable('certificate_history'))
    .addColumn('certificate_id', 'integer', (column) =>
      column.notNull().references('certificates.id').onDelete('cascade'),
    )
    .addColumn('action', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('note', 'text', required)
    .addColumn('changes', 'text', required)
    .addColumn('by_name', 'text', required)
    .addColumn('created_at', time, required)
    .execute()
  await database.schema
    .createIndex('certificate_history_certificate')
    .on('certificate_history')
    .columns(['certificate_id', 'id'])
    .execute()
  await sql`
    insert into certificate_history
      (certificate_id, action, version, note, changes, by_name, created_at)
    select id, 'issued', 1, '', '[]', '', created_at from certificates order by id
  `.execute(database)
}

type Holder = { id: number; email_key: string; cohort: string }

/** Of several certificates that somebody had of a cohort already, the latest counts. */
async function markHolders(database: Kysely<unknown>) {
  const { rows } = await sql<Holder>`
    select id, email_key, cohort from certificates order by issued_day desc, id desc
  `.execute(database)
  const seen = new Set<string>()
  for (const { id, email_key, cohort } of rows) {
    const plain = cohort.normalize('NFD').replace(/\p{Diacritic}/gu, '')
    const key = `${email_key} ${plain.toLowerCase()}`
    if (seen.has(key)) continue
    seen.add(key)
    await sql`update certificates set holder_key = ${key} where id = ${id}`.execute(database)
  }
}

/** Each has all that is filtered by, so that several filters at once read no line that does not match. */
async function indexAuditLog({ schema }: Kysely<unknown>) {
  const index = (name: string, columns: string[]) =>
    schema.createIndex(`audit_log_${name}`).on('audit_log').columns(columns).execute()
  await index('action', ['action', 'created_at', 'id', 'actor_id', 'target'])
  await index('actor', ['actor_id', 'created_at', 'id', 'action', 'target'])
  await index('target', ['target', 'created_at', 'id', 'action', 'actor_id'])
  await index('target_id', ['target_id', 'created_at', 'id'])
}
