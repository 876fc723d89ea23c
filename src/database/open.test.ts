import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { onPostgres } from '#testing/engines.ts'
import { engineOf, migrate, openDatabase, undoInMemory } from './open.ts'
import { lockMigrations } from './postgres.ts'
import { withClient } from './postgres-dump.ts'

let config: { dataDir: string; databaseUrl?: string; databasePoolSize: number }
let drop: () => Promise<unknown>
beforeEach(async () => {
  const created = await createTestDatabase()
  const dataDir = join(await mkdtemp(join(tmpdir(), 'database-')), 'data')
  config = { dataDir, databaseUrl: created.url, databasePoolSize: 2 }
  drop = async () => {
    await created.drop()
    await rm(join(dataDir, '..'), { recursive: true })
  }
})
afterEach(() => drop())

async function withDatabase<T>(work: (database: Kysely<never>) => Promise<T>) {
  const database = openDatabase(config)
  try {
    return await work(database as unknown as Kysely<never>)
  } finally {
    await database.destroy()
  }
}

const migrated = () => withDatabase((database) => migrate(database as never, engineOf(config)))

test('a migration that fails leaves no trace, and runs in full at the next start', async () => {
  await withDatabase((database) => sql`create table application_keys (key text)`.execute(database))
  await expect(migrated()).rejects.toThrow('already exists')
  await withDatabase((database) => sql`drop table application_keys`.execute(database))
  expect(await migrated()).toContain('001-recruitment')
})

test('of several processes that start at once, one migrates the database and the others wait', async () => {
  const start = `
    const { migrate, openDatabase } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
    const [config, engine, at] = JSON.parse(process.argv[1])
    while (Date.now() < at);
    const database = openDatabase(config)
    console.log((await migrate(database, engine)).length)
    await database.destroy()`
  const startAt = Date.now() + 1_500
  const parameters = JSON.stringify([config, engineOf(config), startAt])
  const args = ['--input-type=module', '--eval', start, parameters]
  const starts = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, args))
  const counts = (await Promise.all(starts)).map(({ stdout }) => Number(stdout))
  expect(counts.filter(Boolean)).toHaveLength(1)
})

test('a start that finds every migration done waits for nobody who writes', async () => {
  await migrated()
  await withDatabase(async (other) => {
    const writing = await other.startTransaction().execute()
    if (config.databaseUrl) await lockMigrations(writing as never)
    expect(await migrated()).toEqual([])
    await writing.rollback().execute()
  })
})

const noteLater = (at: Date) =>
  withDatabase((database) =>
    sql`insert into kysely_migration (name, timestamp) values ('999-later', ${at.toISOString()})`.execute(
      database,
    ),
  )

test('the database of a later version is refused', async () => {
  await migrated()
  await noteLater(new Date(Date.now() - 61 * 60_000))
  const message = 'The database is of a newer version, which has 999-later: install it'
  await expect(migrated()).rejects.toThrow(message)
})

test('while the next version takes over, processes of this one start again', async () => {
  await migrated()
  await noteLater(new Date())
  expect(await migrated()).toEqual([])
})

onPostgres(
  'migrations may take longer than the statement timeout, which holds again after them',
  async () => {
    const url = config.databaseUrl ?? ''
    config.databaseUrl = `${url}?statement_timeout=300`
    config.databasePoolSize = 1
    await withDatabase((database) =>
      withClient(url, async (blocker) => {
        // A migration that creates the same table waits until this one is rolled back.
        await blocker.query('begin; create table cache_versions (tag text)')
        const migrating = migrate(database as never, 'postgres')
        migrating.catch(() => {})
        const waiting = `select clock_timestamp() - query_start > interval '0.5 s' as is_long
          from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like 'create table%'`
        await expect
          .poll(() => withClient(url, async (client) => (await client.query(waiting)).rows), {
            timeout: 10_000,
          })
          .toEqual([{ is_long: true }])
        await blocker.query('rollback')
        expect(await migrating).toContain('004-cache-versions')
        const { rows } = await sql`show statement_timeout`.execute(database)
        expect(rows).toEqual([{ statement_timeout: '300ms' }])
      }),
    )
  },
)

onPostgres('a process opens no more connections than its pool size', async () => {
  config.databasePoolSize = 3
  await withDatabase(async (database) => {
    const own = sql<{ count: number }>`select count(*) from pg_stat_activity, pg_sleep(0.05)
        where datname = current_database() and backend_type = 'client backend'`
    const counts = await Promise.all(Array.from({ length: 12 }, () => own.execute(database)))
    expect(Math.max(...counts.map(({ rows }) => rows[0]?.count ?? 0))).toBe(3)
  })
})

test('many reads at once give other requests a turn in between', async () => {
  await withDatabase(async (database) => {
    const slow = sql`
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 100000)
      select count(*) from numbers`
    let [turns, isDone] = [0, false]
    const watched = (async () => {
      while (!isDone) {
        await setImmediate()
        turns += 1
      }
    })()
    await Promise.all(Array.from({ length: 20 }, () => slow.execute(database)))
    isDone = true
    await watched
    expect(turns).toBeGreaterThan(4)
  })
})

test('the SQLite files are readable by their owner only', async () => {
  config.databaseUrl = undefined
  await migrated()
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect(await modeOf(config.dataDir)).toBe(0o700)
  expect(await modeOf(join(config.dataDir, 'huza.sqlite'))).toBe(0o600)
})

onPostgres(
  'a PostgreSQL user who may not make extensions gets a database without the search index',
  async () => {
    const { databaseUrl = '' } = config
    const user = `limited_${randomUUID().replaceAll('-', '')}`
    await withClient(databaseUrl, (client) =>
      client.query(`create role ${user} login; grant all on schema public to ${user}`),
    )
    const url = new URL(databaseUrl)
    url.username = user
    config.databaseUrl = url.href
    expect(await migrated()).toContain('015-edits-and-search')
    await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query(
        `select extname as name from pg_extension where extname = 'pg_trgm'
         union select indexname from pg_indexes where indexname = 'applications_search'`,
      )
      expect(rows).toEqual([])
      await client.query(`drop owned by ${user}; drop role ${user}`)
    })
  },
)

test('the applications have an index for searching', async () => {
  await migrated()
  const indexes = await withDatabase(async (database) => {
    const names =
      engineOf(config) === 'postgres'
        ? sql`indexname as name from pg_indexes`
        : sql`name from sqlite_master`
    return (await sql<{ name: string }>`select ${names}`.execute(database)).rows
  })
  expect(indexes.map(({ name }) => name)).toContain('applications_search')
})

test('repeated values are left out where a query says so, on both engines', async () => {
  await withDatabase(async (database) => {
    await sql`create table colours (name text)`.execute(database)
    await sql`insert into colours values ('green'), ('green')`.execute(database)
    const colours = database as unknown as Kysely<{ colours: { name: string } }>
    const rows = await colours.selectFrom('colours').select('name').distinct().execute()
    expect(rows).toEqual([{ name: 'green' }])
  })
})

test('SQLite makes no file of what a statement may have to undo, once the server serves', async () => {
  const database = openDatabase({ ...config, databaseUrl: undefined })
  const place = async () =>
    (await sql<{ temp_store: number }>`pragma temp_store`.execute(database)).rows[0]?.temp_store
  expect(await place()).toBe(0)
  await undoInMemory(database)
  expect(await place()).toBe(2)
  await database.destroy()
})
