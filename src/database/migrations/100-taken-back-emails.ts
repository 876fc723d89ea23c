import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

/**
 * An email to an applicant that is on its way when its history is deleted is not tried again. Of one that was taken back
 * so, the history tells that it was cancelled, also when the outbox deletes it.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  for (const statement of engine === 'postgres' ? onPostgres : onSqlite) {
    await sql.raw(statement).execute(database)
  }
}

const keep = `update application_history
  set email_state = case
    when old.sent_at is not null then 'SENT'
    when old.withheld = 'OUTDATED' then 'CANCELLED'
    else 'FAILED' end
  where outbox_id = old.id;`

// The deletion first: what it leaves unsent is on its way, or has failed since.
const cancel = `delete from outbox
    where id = old.outbox_id and sent_at is null and claim is null;
  update outbox
    set withheld = 'OUTDATED',
      last_error = 'Not sent: what it says no longer holds, or a newer email says it.'
    where id = old.outbox_id and sent_at is null;`

const onSqlite = [
  'drop trigger outbox_deleted_from_history',
  `create trigger outbox_deleted_from_history before delete on outbox begin ${keep} end`,
  'drop trigger application_history_deleted',
  `create trigger application_history_deleted after delete on application_history
    when old.outbox_id is not null begin ${cancel} end`,
]

const onPostgres = [
  `create or replace function keep_status_email_outcome() returns trigger language plpgsql as $$
    begin ${keep} return old; end $$`,
  `create or replace function cancel_status_email() returns trigger language plpgsql as $$
    begin ${cancel} return null; end $$`,
]
