import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DamagedDump, type Dump, type Rows } from './sqlite-dump.ts'

const readerOf =
  (client: pg.Client): Rows =>
  async (query) =>
    (await client.query(query)).rows

/** The dump is of a snapshot that this connection keeps: what is read here is what pg_dump dumps. */
export async function dumpPostgres(url: string): Promise<Dump> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query('select pg_export_snapshot() as id')
    const flags = ['--no-owner', '--no-privileges', '--no-comments', `--snapshot=${rows[0].id}`]
    return {
      read: readerOf(client),
      bytes: () => outputOf(start('pg_dump', flags, url)),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Loads a dump into a database beside, which is gone afterwards. */
export async function withTrialDatabase<Outcome>(
  url: string,
  bytes: AsyncIterable<Buffer>,
  work: (read: Rows) => Promise<Outcome>,
) {
  const trial = new URL(url)
  trial.pathname = `${trial.pathname}_backup_trial`
  const name = pg.escapeIdentifier(decodeURIComponent(trial.pathname.slice(1)))
  const server = await connect(url)
  const drop = () => server.query(`drop database if exists ${name} with (force)`)
  try {
    await drop()
    await server.query(`create database ${name} template template0`).catch((error) => {
      if (error.code !== '42501') throw error
      throw new Error(
        'The backup is stored, but could not be tried: this user may create no databases (alter role … createdb)',
      )
    })
    try {
      await runSql(trial.href, bytes)
      return await withClient(trial.href, (client) => work(readerOf(client)))
    } finally {
      await drop()
    }
  } finally {
    await server.end()
  }
}

/** Where a database is, and its name, without the user and the password. */
export function placeOfPostgres(url: string) {
  const { host, pathname } = new URL(url)
  return host + decodeURIComponent(pathname)
}

const endingMsMax = 3_000

/**
 * A connection that was closed just now counts for a moment longer. @throws what to do when something else is connected
 */
export const requireAlone = (url: string) =>
  withClient(url, async (client) => {
    const triedUntil = Date.now() + endingMsMax
    while ((await countOthers(client)) > 0) {
      if (Date.now() > triedUntil) {
        // A pooler keeps the connections of a site that has stopped for a while.
        throw new Error(
          `Something is connected to the database ${placeOfPostgres(url)}: stop the site first, and its pooler, if it has one`,
        )
      }
      await wait(100)
    }
  })

async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as total from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and pid not in (select pid from pg_locks where locktype = 'advisory' and objid = ${restoreLock} and granted)`)
  return rows[0].total
}

const restoreLock = 1_380_275_028
const keptAliveMs = 60_000

/**
 * Locks a database against another restore, on a connection of its own that `requireAlone` leaves out.
 * @returns unlocks; null while another one has the lock
 */
export async function lockPostgres(url: string) {
  const client = await connect(url)
  // Whoever loses it finds out by what comes next.
  client.on('error', () => {})
  // What lies between may end connections that are idle.
  const timer = setInterval(() => client.query('select 1').catch(() => {}), keptAliveMs)
  const unlock = async () => {
    clearInterval(timer)
    await client.end().catch(() => {})
  }
  try {
    // In a transaction, which has a session to itself also behind a pooler. Of a machine that is gone, and asks nothing
    // any more, the server takes the lock back.
    await client.query(`begin; set local idle_in_transaction_session_timeout = '10min'`)
    const { rows } = await client.query(
      `select pg_try_advisory_xact_lock(${restoreLock}) as is_won`,
    )
    if (rows[0].is_won) return unlock
  } catch (error) {
    await unlock()
    throw error
  }
  await unlock()
  return null
}

/** Waits for a load to end whose connection was lost: it may still be at its commit. @returns whether it has ended */
export const waitForLoad = (url: string) =>
  withClient(url, async (client) => {
    const triedUntil = Date.now() + endingMsMax
    const others = `select from pg_stat_activity where datname = current_database() and application_name = '${loads}'`
    while ((await client.query(others)).rowCount !== 0) {
      if (Date.now() > triedUntil) return false
      await wait(100)
    }
    return true
  })

/** Loads a dump in place of all tables. @throws when something else is connected */
export async function loadPostgres(
  bytes: AsyncIterable<Buffer>,
  url: string,
  statements: readonly string[],
) {
  await requireAlone(url)
  const emptied = ['drop schema public cascade', 'create schema public']
  await runSql(url, bytes, emptied, ['set search_path = public', ...statements])
}

/** What psql calls itself. */
const loads = 'huza-restore'
const closedPipe = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']
/** psql's for an error in what it runs; a lost connection, and what it can't begin with, have others. */
const scriptFailed = 3
/**
 * The SQLSTATEs that no dump is to blame for: deadlocks and cancelled transactions, missing rights, too little room or
 * memory, objects in use, shutdowns and cancelled queries, and a failing disk.
 */
const passing = /: +(40\w{3}|42501|53\w{3}|55\w{3}|57\w{3}|58\w{3}): /

/**
 * Has psql run what stands before, a dump, and what stands after, in one transaction.
 * @throws DamagedDump where PostgreSQL refuses it for what it has
 */
async function runSql(
  url: string,
  bytes: AsyncIterable<Buffer>,
  before: readonly string[] = [],
  after: readonly string[] = [],
) {
  const variables = ['--set=ON_ERROR_STOP=1', '--set=VERBOSITY=verbose']
  const flags = ['--no-psqlrc', '--quiet', ...variables, '--output=/dev/null']
  const named = new URL(url)
  // `searchParams` would write blanks as '+', which libpq takes for itself.
  named.search += `${named.search && '&'}application_name=${loads}`
  const child = start('psql', flags, named.href)
  const textOf = (statements: readonly string[]) =>
    Buffer.from(statements.map((statement) => `${statement};\n`).join(''))
  const all = async function* () {
    yield textOf(['begin', ...before])
    yield* forAnyServer(bytes)
    yield textOf([...after, 'commit'])
  }
  const [writing, ended] = await Promise.allSettled([
    pipeline(all(), child.process.stdin as NodeJS.WritableStream),
    child.ended,
  ])
  // If the dump is not whole, psql sees its end and rolls back; if psql fails, the dump sees a closed pipe.
  const isClosed = writing.status === 'rejected' && closedPipe.includes(writing.reason?.code)
  if (writing.status === 'rejected' && !(isClosed && ended.status === 'rejected')) {
    throw writing.reason
  }
  if (ended.status === 'fulfilled') return
  const { exitCode, message } = ended.reason
  const isOfDump = exitCode === scriptFailed && !passing.test(message)
  throw isOfDump ? new DamagedDump(message) : ended.reason
}

const ofNewerServers = '\nSET transaction_timeout = 0;\n'
const whereItIsKnown = `
SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings WHERE name = 'transaction_timeout';
`
/** It comes after the timeouts in every dump, and before all that is of the database. */
const afterTimeouts = '\nSET client_encoding'
const timeoutsBytesMax = 64 * 1024

/** pg_dump 17 and newer set a timeout in every dump, of whatever server, that older servers don't know. */
async function* forAnyServer(bytes: AsyncIterable<Buffer>) {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (!head.includes(afterTimeouts) && head.length < timeoutsBytesMax) continue
    yield* withKnownTimeouts(head)
    head = null
  }
  if (head) yield* withKnownTimeouts(head)
}

function withKnownTimeouts(head: Buffer) {
  const at = head.indexOf(ofNewerServers)
  if (at < 0 || at > head.indexOf(afterTimeouts)) return [head]
  return [
    head.subarray(0, at),
    Buffer.from(whereItIsKnown),
    head.subarray(at + ofNewerServers.length),
  ]
}

async function* outputOf({ process, ended }: Started): AsyncIterable<Buffer> {
  try {
    yield* process.stdout as AsyncIterable<Buffer>
    await ended
  } finally {
    process.kill()
  }
}

type Started = { process: ChildProcess; ended: Promise<void> }

/** Starts a program of PostgreSQL's. The password is in its environment, since others see arguments. */
function start(program: string, flags: readonly string[], url: string): Started {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(program, [...flags, `--dbname=${address.href}`], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  })
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], errors]) => {
    if (code === 0) return
    const [line = ''] = /^.*(?:ERROR|error|FATAL).*$/m.exec(errors) ?? [errors.trim()]
    throw Object.assign(new Error(`${program} has failed: ${line}`), { exitCode: code })
  })
  const started = ended.catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`${program} is not installed: apt install postgresql-client`)
  })
  // It is awaited after the output.
  started.catch(() => {})
  return { process: child, ended: started }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Does the work on a connection of its own. */
export async function withClient<Outcome>(
  url: string,
  work: (client: pg.Client) => Promise<Outcome>,
) {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
