import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'

/**
 * Who changed which fields of a row, and the versions of certificates and subscribers; the digits of telephone numbers
 * in what is searched, and an index of the applications' trigrams.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  await addEdits(database, engine)
  await addDigits(database)
  if (engine === 'postgres') await indexOnPostgres(database)
  else await indexOnSqlite(database)
}

async function addEdits(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  await id(schema.createTable('edits'))
    .addColumn('table_name', 'text', required)
    .addColumn('row_id', 'text', required)
    .addColumn('version', time, required)
    .addColumn('by_name', 'text', required)
    .addColumn('fields', 'text', required)
    .execute()
  await schema
    .createIndex('edits_row')
    .on('edits')
    .columns(['table_name', 'row_id', 'version'])
    .execute()
  await schema.createIndex('edits_version').on('edits').column('version').execute()

  for (const table of ['certificates', 'subscribers']) {
    await schema
      .alterTable(table)
      .addColumn('updated_at', time, (column) =>
        column.notNull().defaultTo('1970-01-01T00:00:00.000Z'),
      )
      .execute()
    await sql`update ${sql.table(table)} set updated_at = created_at`.execute(database)
  }
}

/** What people write between the digits of a number. */
const separators = [' ', '+', '-', '(', ')', '.', '/']

const digits = (column: string) =>
  separators.reduce(
    (text, separator) => sql`replace(${text}, ${sql.lit(separator)}, '')`,
    sql`${sql.ref(column)}`,
  )

async function addDigits(database: Kysely<unknown>) {
  await sql`
    update applications set search_text = search_text || ' ' || ${digits('phone_number')}
      || ' ' || ${digits('other_phone_number')} || ' ' || ${digits('identification')}
  `.execute(database)
  await sql`
    update talents set search_text = search_text || ' ' || ${digits('phone_number')}
  `.execute(database)
}

/** Without the extension, a search reads every row, as before. */
const indexOnPostgres = (database: Kysely<unknown>) =>
  sql`do $$
    begin
      create extension if not exists pg_trgm;
      create index applications_search on applications using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'There is no pg_trgm, so searching reads every application.';
    end
  $$`.execute(database)

/** The index keeps no copy of the text. Triggers keep it up to date, whoever writes. */
async function indexOnSqlite(database: Kysely<unknown>) {
  const add = sql`insert into applications_search (rowid, search_text)
    values (new.id, new.search_text)`
  const remove = sql`insert into applications_search (applications_search, rowid, search_text)
    values ('delete', old.id, old.search_text)`
  const statements = [
    sql`create virtual table applications_search using fts5(
      search_text, content='applications', content_rowid='id', tokenize='trigram', columnsize=0
    )`,
    sql`insert into applications_search (applications_search) values ('rebuild')`,
    sql`create trigger applications_search_insert after insert on applications
      begin ${add}; end`,
    sql`create trigger applications_search_delete after delete on applications
      begin ${remove}; end`,
    sql`create trigger applications_search_update after update of search_text on applications
      begin ${remove}; ${add}; end`,
  ]
  for (const statement of statements) await statement.execute(database)
}
