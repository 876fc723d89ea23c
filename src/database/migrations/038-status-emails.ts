import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

/** Emails that tell applicants what was decided: the templates of cohorts, and what became of each email. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { schema } = database
  await schema
    .alterTable('cohorts')
    .addColumn('emails', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  for (const name of ['email_kind', 'email_state', 'email_replaced']) {
    await schema
      .alterTable('application_history')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
  await schema
    .alterTable('application_history')
    .addColumn('outbox_id', 'integer', (column) =>
      column.references('outbox.id').onDelete('set null'),
    )
    .execute()
  await schema
    .createIndex('application_history_outbox')
    .on('application_history')
    .column('outbox_id')
    .where('outbox_id' as never, 'is not', null)
    .execute()
  for (const statement of engine === 'postgres' ? onPostgres : onSqlite) {
    await sql.raw(statement).execute(database)
  }
}

/** The history keeps what became of an email when the outbox deletes it. */
const keep = `update application_history
  set email_state = case when old.sent_at is null then 'FAILED' else 'SENT' end
  where outbox_id = old.id;`

/** Whoever is deleted gets no email any more. */
const cancel = `delete from outbox
  where id = old.outbox_id and sent_at is null and claim is null;`

const onSqlite = [
  `create trigger outbox_deleted_from_history before delete on outbox begin ${keep} end`,
  `create trigger application_history_deleted after delete on application_history
    when old.outbox_id is not null begin ${cancel} end`,
]

const onPostgres = [
  `create function keep_status_email_outcome() returns trigger language plpgsql as $$
    begin ${keep} return old; end $$`,
  `create trigger outbox_deleted_from_history before delete on outbox
    for each row execute function keep_status_email_outcome()`,
  `create function cancel_status_email() returns trigger language plpgsql as $$
    begin ${cancel} return null; end $$`,
  `create trigger application_history_deleted after delete on application_history
    for each row when (old.outbox_id is not null) execute function cancel_status_email()`,
]
