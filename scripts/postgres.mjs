import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findOnPath, installPackages, isExecutable } from './debian.mjs'
import { findFreePort } from './free-port.mjs'
import { endWithUs, run, runOrThrow, temporaryFolder } from './processes.mjs'

const startTimeoutMs = 30_000

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
}
// The data is temporary: durability would only slow the tests down, and so would clean-ups, which come at any moment.
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/**
 * Runs `work` with a temporary PostgreSQL server on a free port of 127.0.0.1, and afterwards always stops the server
 * and removes its folder.
 *
 * @template T
 * @param {(url: string) => Promise<T>} work gets a `postgres://` URL whose user may create databases
 * @param {{ isDurable?: boolean, archive?: string }} options `isDurable` syncs every commit to disk, for benchmarks;
 * `archive` is a folder that gets the write-ahead log
 * @returns {Promise<T>}
 * @throws one line that says what is missing, if PostgreSQL is not available
 */
export async function withPostgres(work, { isDurable = false, archive } = {}) {
  const archiving = archive && { archive_mode: 'on', archive_command: `cp %p "${archive}/%f"` }
  if (archive) chownSync(archive, serverUser().uid ?? -1, serverUser().gid ?? -1)
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  const { url, stop } = await startServer(
    'initdb',
    (data) => ['-D', data, '-U', 'huza', '--auth=trust', '--no-sync', ...locale],
    { ...(isDurable ? {} : forTests), ...archiving },
  )
  try {
    return await work(url)
  } finally {
    await stop()
  }
}

/**
 * Starts a standby that streams from the server at the URL, on a free port of 127.0.0.1.
 *
 * @param {string} primary a `postgres://` URL whose user is a superuser
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} its URL, of the same database
 */
export async function startStandby(primary) {
  const { url, stop } = await startServer(
    'pg_basebackup',
    (data) => [
      '-d',
      primary,
      '-D',
      data,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ],
    forTests,
  )
  return { url: Object.assign(new URL(primary), { host: new URL(url).host }).href, stop }
}

/**
 * Copies a server's data while it runs, for `startAtMoment`.
 *
 * @param {string} url a `postgres://` URL whose user is a superuser
 * @param {string} folder does not exist yet, in one that the server may write to
 */
export async function takeBaseBackup(url, folder) {
  const program = join(await findBinaries(), 'pg_basebackup')
  await runOrThrow(program, ['-d', url, '-D', folder, '--checkpoint=fast'], serverUser())
}

/**
 * Starts a server as it was at a moment, from a base backup and the write-ahead log, as docs/running.md tells.
 *
 * @param {string} base the folder that pg_basebackup has filled
 * @param {string} archive the folder with the log
 * @param {Date} moment
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export function startAtMoment(base, archive, moment) {
  const copy = 'cp -r "$0" "$1" && touch "$1/recovery.signal"'
  return startServer('/bin/sh', (data) => ['-c', copy, base, data], {
    ...forTests,
    restore_command: `cp "${archive}/%f" %p`,
    recovery_target_time: moment.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  })
}

/**
 * Makes a server's data by a program of PostgreSQL, and starts it.
 *
 * @param {string} program
 * @param {(data: string) => string[]} argumentsFor the program's, for the folder of the data
 * @param {Record<string, string>} options
 */
async function startServer(program, argumentsFor, options) {
  const programs = await findBinaries()
  const owner = serverUser()
  const { folder, remove } = temporaryFolder('postgres')
  try {
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    await runOrThrow(resolve(programs, program), argumentsFor(data), { ...owner, cwd: folder })
    const port = await findFreePort()
    const all = { ...settings, ...options, port }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // It ends at once without a shutdown checkpoint: the data is removed anyway.
    const signal = 'SIGQUIT'
    endWithUs(server, signal)
    const ended = new Promise((resolve) => server.on('close', resolve))
    const stop = async () => {
      server.kill(signal)
      await ended
      remove()
    }
    await untilReady(server, data).catch(async (error) => {
      await stop()
      throw error
    })
    return { url: `postgres://huza@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** The folder that contains `initdb` and `postgres`. */
export async function findBinaries() {
  const found = findPrograms()
  if (found) return found
  if (process.getuid?.() === 0) {
    // Prevents Debian's package from creating and starting a cluster.
    mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
    writeFileSync(
      '/etc/postgresql-common/createcluster.d/none.conf',
      'create_main_cluster = false\n',
    )
  }
  await installPackages('a PostgreSQL server', ['postgresql'])
  const installed = findPrograms()
  if (!installed)
    throw new Error('PostgreSQL is missing, even after installing the postgresql package')
  return installed
}

function findPrograms() {
  const onPath = findOnPath('initdb')
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    // Debian links only some binaries into PATH; the others are beside the link's target.
    ...(onPath ? [dirname(realpathSync(onPath))] : []),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))),
  )
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function serverUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag, name) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) }
    } catch {
      // There is no such user: try the next one.
    }
  }
  throw new Error('PostgreSQL needs a user other than root: there is neither postgres nor nobody')
}

/** Waits until the server is ready. It writes its state into line 8 of postmaster.pid, which `pg_ctl` reads as well. */
async function untilReady(server, data) {
  let log = ''
  let failed = false
  server.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000)
  })
  server.on('error', (error) => {
    log += error.message
    failed = true
  })
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && !failed && server.exitCode === null) {
    const state = join(data, 'postmaster.pid')
    const line = existsSync(state) && readFileSync(state, 'utf8').split('\n')[7]
    if (line && ['ready', 'standby'].includes(line.trim())) return
    await wait(20)
  }
  throw new Error(`PostgreSQL does not start:\n${log.trimEnd()}`)
}

// From the command line: node scripts/postgres.mjs [--durable] -- <command…>
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const separator = process.argv.indexOf('--')
  const isDurable = process.argv.slice(0, separator).includes('--durable')
  const [command, ...args] = process.argv.slice(separator + 1)
  try {
    const { code } = await withPostgres(
      (url) => run(command, args, { env: { TEST_DATABASE_URL: url } }),
      { isDurable },
    )
    process.exitCode = code
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
