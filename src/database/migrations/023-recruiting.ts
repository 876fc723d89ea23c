import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'
import { digitsOf } from '../search.ts'

/**
 * What finds a person's other applications; notes on applications with the colleagues whom they mention; who takes care
 * of an application, and since when it waits for a spot; what a history tells besides statuses.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  const applications = () => database.schema.alterTable('applications')
  for (const column of ['phone_key', 'identification_key']) {
    await applications()
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await applications()
    .addColumn('assignee_id', 'integer', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute()
  await applications().addColumn('waiting_since', time).execute()
  await fillKeys(database)
  for (const [column, value] of Object.entries({ kind: 'status', from_text: '', to_text: '' })) {
    await database.schema
      .alterTable('application_history')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(value))
      .execute()
  }
  await addNotes(database, engine)
  for (const index of [
    'applications_phone on applications (phone_key)',
    'applications_identification on applications (identification_key)',
    'applications_assignee on applications (assignee_id, created_at, id)',
    'applications_waiting on applications (cohort_id, waiting_since, id) where waiting_since is not null',
    'applications_waiting_since on applications (waiting_since, id) where waiting_since is not null',
    'application_notes_application on application_notes (application_id, id)',
    'application_notes_author on application_notes (author_id)',
    'application_mentions_user on application_mentions (user_id, id)',
    'application_mentions_note on application_mentions (note_id)',
    'application_mentions_history on application_mentions (history_id)',
    'application_mentions_application on application_mentions (application_id)',
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
}

const without = (column: string, characters: readonly string[]) =>
  characters.reduce((rest, one) => `replace(${rest}, '${one}', '')`, column)

/** One statement, since there may be a million rows; numbers with other characters follow one by one. */
export async function fillKeys(database: Kysely<unknown>) {
  const number = without('phone_number', [' ', '+', '-', '(', ')', '.', '/'])
  const code = without('identification', [' ', '-', '.', '/'])
  await sql
    .raw(`
      update applications set identification_key = upper(${code}), phone_key = ltrim(case
        when length(${number}) = 14 and ${number} like '00250%' then substr(${number}, 6)
        when length(${number}) = 12 and ${number} like '250%' then substr(${number}, 4)
        else ${number} end, '0')
    `)
    .execute(database)
  const { rows } = await sql<{ id: number; phone_key: string }>`
    select id, phone_key from applications
    where length(phone_key) < 7 or trim(phone_key, '0123456789') <> ''
  `.execute(database)
  for (const { id, phone_key } of rows) {
    const digits = digitsOf(phone_key).replace(/^(?:00)?250(?=\d{9}$)/, '')
    const key = digits.replace(/^0+/, '')
    await sql`
      update applications set phone_key = ${key.length < 7 ? '' : key} where id = ${id}
    `.execute(database)
  }
}

async function addNotes(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('application_notes'))
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('author_id', 'integer', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .addColumn('author_name', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await id(schema.createTable('application_mentions'))
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('note_id', 'integer', (column) =>
      column.references('application_notes.id').onDelete('cascade'),
    )
    .addColumn('history_id', 'integer', (column) =>
      column.references('application_history.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('done_at', time)
    .addColumn('created_at', time, required)
    .execute()
}
