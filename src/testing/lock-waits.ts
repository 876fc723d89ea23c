import { type ControlledTransaction, sql } from 'kysely'
import { expect } from 'vitest'
import { isDeadlock } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { TestApp } from './app.ts'

/** How many connections to the database of PostgreSQL wait for a lock, with a statement that begins so. */
export async function countLockWaits(database: Database, statement = '') {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`${statement}%`}
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** Locks something in a transaction. */
export type Hold = (transaction: ControlledTransaction<Tables>) => Promise<unknown>

/**
 * Starts each of the works when the one before waits for a lock, or has ended without, while a transaction holds what
 * `hold` has locked. Then lets go.
 */
export async function holdWhile<Results extends unknown[]>(
  { services: { database } }: TestApp,
  hold: Hold,
  works: { [Index in keyof Results]: () => Promise<Results[Index]> },
  end: 'commit' | 'rollback' = 'commit',
): Promise<Results> {
  const held = await database.startTransaction().execute()
  await hold(held)
  let ended = 0
  const running: Promise<unknown>[] = []
  for (const work of works) {
    const one = work()
    running.push(one)
    void one.then(
      () => (ended += 1),
      () => (ended += 1),
    )
    await expect
      .poll(async () => ended + (await countLockWaits(database)), { timeout: 20_000 })
      .toBe(running.length)
  }
  await held[end]().execute()
  return Promise.all(running) as Promise<Results>
}

/**
 * Has a transaction wait for the one that waits for it, as soon as that does. PostgreSQL ends the one that has waited
 * longer, unless a busy machine lets it wait for a second before: deadlocks are looked for once.
 * @param touch what the other one has locked
 */
export async function closeCircle(
  transaction: ControlledTransaction<Tables>,
  touch: () => Promise<unknown>,
  end: 'commit' | 'rollback' = 'commit',
) {
  await sql`
    do $$ begin
      for i in 1..2000 loop
        if exists (
          select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
        ) then return; end if;
        perform pg_sleep(0.01);
      end loop;
      raise exception 'nobody waits for this transaction';
    end $$`.execute(transaction)
  const isEnded = await touch().then(
    () => false,
    (error: unknown) => {
      if (!isDeadlock(error)) throw error
      return true
    },
  )
  await transaction[isEnded ? 'rollback' : end]().execute()
}

/** Holds up, as `hold`, whoever writes to a table, or with `access exclusive` also who reads it. */
export const holdTable =
  (table: string, mode = 'share row exclusive'): Hold =>
  (held) =>
    sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(held)
