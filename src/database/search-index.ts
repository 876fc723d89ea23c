import { type Kysely, sql } from 'kysely'
import type { Engine } from './columns.ts'

/**
 * Indexes the trigrams of a table's `search_text`, for `search.ts`. On SQLite the index keeps no copy of the text,
 * and triggers keep it up to date, whoever writes. PostgreSQL without its extension reads every row instead.
 */
export const indexSearchText = (database: Kysely<unknown>, engine: Engine, table: string) =>
  engine === 'postgres' ? indexOnPostgres(database, table) : indexOnSqlite(database, table)

const indexOnPostgres = (database: Kysely<unknown>, table: string) =>
  sql
    .raw(`do $$
    begin
      create extension if not exists pg_trgm;
      create index ${table}_search on ${table} using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'There is no pg_trgm, so a search of ${table} reads every row.';
    end
  $$`)
    .execute(database)

async function indexOnSqlite(database: Kysely<unknown>, table: string) {
  const index = `${table}_search`
  const add = `insert into ${index} (rowid, search_text) values (new.id, new.search_text);`
  const remove = `insert into ${index} (${index}, rowid, search_text)
    values ('delete', old.id, old.search_text);`
  for (const statement of [
    `create virtual table ${index} using fts5(
      search_text, content='${table}', content_rowid='id', tokenize='trigram', columnsize=0
    )`,
    `insert into ${index} (${index}) values ('rebuild')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_update after update of search_text on ${table}
      begin ${remove} ${add} end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}
