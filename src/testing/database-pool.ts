import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrations } from '#database/migrations/index.ts'
import { addressOf, withClient } from './database.ts'

/** Databases of other tables than today's are left alone: a server may outlast a change of the migrations. */
const version = createHash('sha256')
  .update(JSON.stringify(Object.entries(migrations).map(([name, { up }]) => [name, `${up}`])))
  .digest('hex')
  .slice(0, 8)

/** Marks the locks on the test server that mean a database is in use. */
const lockSpace = 0x7465_7374

const inUse = new Set<number>()
let connected: Promise<pg.Client> | undefined

/**
 * A database with no rows on the test server, handed on from test to test: emptying one takes a small part of the
 * time that it takes to make one. It is emptied before it is lent, not when it comes back, so that nothing stays in
 * it whatever became of the test before.
 */
export async function acquireTestDatabase() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { url: undefined, release: async () => {} }
  connected ??= connect(server)
  const client = await connected
  const number = await take(client)
  const name = `kept_${version}_${number}`
  const url = addressOf(server, name)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name} template template0`)
  else {
    await client.query(endOthers, [name])
    await withClient(url, (emptied) => emptied.query(empty))
  }
  return {
    url,
    async release() {
      await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, number])
      inUse.delete(number)
    },
  }
}

/** One connection for as long as the process lives: its locks keep other processes off what this one has lent. */
async function connect(server: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return client
}

/** The first number that neither this process nor another has lent. */
async function take(client: pg.Client) {
  for (let number = 1; ; number += 1) {
    // The lock alone would not do: who has it gets it again.
    if (inUse.has(number)) continue
    inUse.add(number)
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [
      lockSpace,
      number,
    ])
    if (rows[0].taken) return number
    inUse.delete(number)
  }
}

/** A connection that a test forgot would write into the next one's rows. */
const endOthers = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1`

/**
 * Deletes all rows but the notes of what has been migrated, and lets the numbers of new ones begin anew. One statement
 * for all tables, since rows that refer to each other can go only together; `truncate` would take new files for each.
 */
const empty = `do $$
declare
  one record;
  is_filled boolean;
  filled text[] := '{}';
begin
  for one in select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' loop
    execute format('select exists (select from %s)', one.name) into is_filled;
    if is_filled then filled := filled || one.name; end if;
  end loop;
  if cardinality(filled) > 0 then
    execute (
      select 'with ' || string_agg(format('d%s as (delete from %s)', number, name), ', ') || ' select'
      from unnest(filled) with ordinality as listed (name, number)
    );
  end if;
  for one in select quote_ident(sequencename) as name, start_value from pg_sequences
    where schemaname = 'public' and last_value is not null loop
    perform setval(one.name, one.start_value, false);
  end loop;
end $$`
