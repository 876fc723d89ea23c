import { domainToASCII } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine, required } from '../columns.ts'
import { numbersIn, searchable } from '../search.ts'

/** The staff's inbox: owners, replies, notes, drafts and templates of messages, and indexes for its lists. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  await addColumns(database, engine)
  await addTables(database, engine)
  await addIndexes(database)
  if (engine === 'postgres') await indexTextOnPostgres(database)
  else await indexTextOnSqlite(database)
  for (const statement of engine === 'postgres' ? keepOnPostgres : keepOnSqlite) {
    await sql.raw(statement).execute(database)
  }
}

async function addColumns(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  const messages = () => database.schema.alterTable('contact_messages')
  for (const column of ['name_key', 'email_key']) {
    await messages()
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await messages()
    .addColumn('owner_id', 'integer', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute()
  await messages().addColumn('answered_at', time).execute()
  await fillKeys(database)
}

type Message = { id: number; full_name: string; email: string; search_text: string }

async function fillKeys(database: Kysely<unknown>) {
  let last = 0
  for (;;) {
    const { rows } = await sql<Message>`
      select id, full_name, email, search_text from contact_messages
      where id > ${last} order by id limit 500
    `.execute(database)
    if (rows.length === 0) return
    for (const { id, full_name, email, search_text } of rows) {
      await sql`
        update contact_messages
        set name_key = ${searchable(full_name)}, email_key = ${keyOf(email)},
          search_text = ${[search_text, ...numbersIn(search_text)].join('\n')}
        where id = ${id}
      `.execute(database)
      last = id
    }
  }
}

function keyOf(email: string) {
  const text = email.trim().normalize().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, Math.max(0, at))}@${domainToASCII(domain) || domain}`
}

async function addTables(database: Kysely<unknown>, engine: Engine) {
  const { id, time } = columnsOf(engine)
  const { schema } = database

  for (const table of ['contact_replies', 'contact_notes']) {
    await id(schema.createTable(table))
      .addColumn('message_id', 'integer', (column) =>
        column.notNull().references('contact_messages.id').onDelete('cascade'),
      )
      .addColumn('author_id', 'integer', (column) =>
        column.references('users.id').onDelete('set null'),
      )
      .addColumn('author_name', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('created_at', time, required)
      .execute()
    await schema.createIndex(`${table}_message`).on(table).columns(['message_id', 'id']).execute()
    await schema.createIndex(`${table}_author`).on(table).column('author_id').execute()
  }
  await schema
    .alterTable('contact_replies')
    .addColumn('outbox_id', 'integer', (column) =>
      column.references('outbox.id').onDelete('set null'),
    )
    .execute()
  await schema.alterTable('contact_replies').addColumn('sent_at', time).execute()
  await schema
    .createIndex('contact_replies_outbox')
    .on('contact_replies')
    .column('outbox_id')
    .execute()

  await schema
    .createTable('contact_drafts')
    .addColumn('message_id', 'integer', (column) =>
      column.notNull().references('contact_messages.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', required)
    .addColumn('typing_until', time, required)
    .addColumn('updated_at', time, required)
    .addPrimaryKeyConstraint('contact_drafts_key', ['message_id', 'user_id'])
    .execute()
  await schema.createIndex('contact_drafts_user').on('contact_drafts').column('user_id').execute()

  await id(schema.createTable('reply_templates'))
    .addColumn('title', 'text', required)
    .addColumn('title_key', 'text', (column) => column.notNull().unique())
    .addColumn('text', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
}

/** Those of messages hold everything that lists are filtered by, so that counting reads no rows. */
async function addIndexes(database: Kysely<unknown>) {
  for (const replaced of ['contact_messages_created_at', 'contact_messages_status']) {
    await database.schema.dropIndex(replaced).execute()
  }
  for (const index of [
    'contact_messages_email on contact_messages (email_key)',
    'contact_messages_time on contact_messages (created_at, id, status, owner_id, read_at)',
    'contact_messages_name on contact_messages (name_key, id, created_at, status, owner_id, read_at)',
    'contact_messages_status_time on contact_messages (status, created_at, id, owner_id, read_at)',
    'contact_messages_status_name on contact_messages (status, name_key, id, owner_id, read_at)',
    'contact_messages_owner_time on contact_messages (owner_id, created_at, id, status, read_at)',
    'contact_messages_owner_name on contact_messages (owner_id, name_key, id, status, read_at)',
    'contact_messages_unread on contact_messages (status, created_at, id, owner_id) where read_at is null',
    'applications_email on applications (email_key)',
    'event_registrations_email_key on event_registrations (email_key)',
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
}

/** Without the extension, a search reads every row. */
const indexTextOnPostgres = (database: Kysely<unknown>) =>
  sql`do $$
    begin
      create extension if not exists pg_trgm;
      create index contact_messages_search on contact_messages using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'There is no pg_trgm, so searching reads every message.';
    end
  $$`.execute(database)

/** As for the applications: the index keeps no copy of the text, and triggers keep it up to date. */
async function indexTextOnSqlite(database: Kysely<unknown>) {
  const add = `insert into contact_messages_search (rowid, search_text)
    values (new.id, new.search_text)`
  const remove = `insert into contact_messages_search (contact_messages_search, rowid, search_text)
    values ('delete', old.id, old.search_text)`
  for (const statement of [
    `create virtual table contact_messages_search using fts5(
      search_text, content='contact_messages', content_rowid='id', tokenize='trigram', columnsize=0
    )`,
    `insert into contact_messages_search (contact_messages_search) values ('rebuild')`,
    `create trigger contact_messages_search_insert after insert on contact_messages
      begin ${add}; end`,
    `create trigger contact_messages_search_delete after delete on contact_messages
      begin ${remove}; end`,
    `create trigger contact_messages_search_update after update of search_text on contact_messages
      begin ${remove}; ${add}; end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}

/** A reply stays in its thread when the outbox deletes its email: this keeps whether it was sent. */
const keep = 'update contact_replies set sent_at = old.sent_at where outbox_id = old.id;'

const keepOnSqlite = [`create trigger outbox_deleted before delete on outbox begin ${keep} end`]

const keepOnPostgres = [
  `create function keep_reply_outcome() returns trigger language plpgsql as $$
    begin ${keep} return old; end $$`,
  `create trigger outbox_deleted before delete on outbox
    for each row execute function keep_reply_outcome()`,
]
