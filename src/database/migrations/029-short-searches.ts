import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

/**
 * Indexes the applications' text with a space before it, so that the two letters at the beginning of its first word are
 * a trigram, too. PostgreSQL's index has such trigrams by itself.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  if (engine === 'postgres') return
  const index = 'applications_search'
  const add = `insert into ${index} (rowid, search_text) values (new.id, ' ' || new.search_text);`
  const remove = `insert into ${index} (${index}, rowid, search_text)
    values ('delete', old.id, ' ' || old.search_text);`
  for (const statement of [
    ...['insert', 'delete', 'update'].map((change) => `drop trigger ${index}_${change}`),
    `drop table ${index}`,
    `create view applications_search_text as
      select id, ' ' || search_text as search_text from applications`,
    `create virtual table ${index} using fts5(
      search_text, content='applications_search_text', content_rowid='id', tokenize='trigram', columnsize=0
    )`,
    `insert into ${index} (${index}) values ('rebuild')`,
    `create trigger ${index}_insert after insert on applications begin ${add} end`,
    `create trigger ${index}_delete after delete on applications begin ${remove} end`,
    `create trigger ${index}_update after update of search_text on applications
      begin ${remove} ${add} end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}
