import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getProgram } from '../../scripts/debian.mjs'
import { findFreePort } from '../../scripts/free-port.mjs'
import { findBinaries } from '../../scripts/postgres.mjs'
import { endWithUs, temporaryFolder } from '../../scripts/processes.mjs'
import { withClient } from '../../src/database/postgres-dump.ts'
import { findPostgres } from '../faults/postgres.ts'

const programs = {
  etcd: { what: 'etcd', names: ['etcd'], packages: ['etcd-server'] },
  patroni: { what: 'Patroni', names: ['patroni'], packages: ['patroni'] },
  pgbouncer: { what: 'PgBouncer', names: ['pgbouncer'], packages: ['pgbouncer'] },
  haproxy: { what: 'HAProxy', names: ['haproxy'], packages: ['haproxy'] },
}

/** What Patroni answers for whether a server is what is asked for. */
const checks = { primary: '/primary', standby: '/replica' }

const names = ['one', 'two'] as const
type Name = (typeof names)[number]

/**
 * Starts a PostgreSQL primary and its synchronous standby under Patroni, which agree by etcd, behind HAProxy, which
 * finds either, and PgBouncer in transaction mode. All in a folder and on ports of their own.
 */
export async function startCluster() {
  if (process.getuid?.() !== 0)
    throw new Error('PostgreSQL is started as another user, by root only.')
  const binaries = await findBinaries()
  const paths: Record<string, string> = {}
  for (const [name, program] of Object.entries(programs)) {
    paths[name] = await getProgram({ ...program, variable: `${name.toUpperCase()}_PATH` })
  }
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres']))
  const owner = { uid: id('-u'), gid: id('-g') }
  const { folder, remove } = temporaryFolder('huza-cluster')
  await chown(folder, owner.uid, owner.gid)
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
    remove()
  }
  let output = ''
  const daemon = (path: string, ...args: string[]) => {
    const child = spawn(path, args, {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-20_000)
      })
    }
    endWithUs(child, 'SIGTERM')
    const exited = once(child, 'exit')
    const end = async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await exited
    }
    stops.push(() => end('SIGTERM'))
    return end
  }
  const file = async (name: string, lines: readonly string[]) => {
    await writeFile(join(folder, name), `${lines.join('\n')}\n`)
    return join(folder, name)
  }
  try {
    const port = {
      etcd: await findFreePort(),
      peer: await findFreePort(),
      primary: await findFreePort(),
      standby: await findFreePort(),
      pgbouncer: await findFreePort(),
    }
    const ports: Record<Name, { postgres: number; api: number }> = {
      one: { postgres: await findFreePort(), api: await findFreePort() },
      two: { postgres: await findFreePort(), api: await findFreePort() },
    }
    const etcd = `http://127.0.0.1:${port.etcd}`
    const peer = `http://127.0.0.1:${port.peer}`
    daemon(
      paths.etcd ?? '',
      '--name',
      'one',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      etcd,
      '--advertise-client-urls',
      etcd,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `one=${peer}`,
    )
    const patroni = (name: Name) => {
      const { postgres, api } = ports[name]
      return [
        'scope: huza',
        `name: ${name}`,
        'restapi:',
        `  listen: 127.0.0.1:${api}`,
        `  connect_address: 127.0.0.1:${api}`,
        'etcd3:',
        `  host: 127.0.0.1:${port.etcd}`,
        'bootstrap:',
        '  dcs:',
        '    ttl: 20',
        '    loop_wait: 2',
        '    retry_timeout: 5',
        '    synchronous_mode: true',
        '    postgresql:',
        '      use_pg_rewind: true',
        '  initdb:',
        '    - encoding: UTF8',
        '    - locale: C.UTF-8',
        '    - data-checksums',
        'postgresql:',
        `  listen: 127.0.0.1:${postgres}`,
        `  connect_address: 127.0.0.1:${postgres}`,
        `  data_dir: ${join(folder, name)}`,
        `  bin_dir: ${binaries}`,
        `  pgpass: ${join(folder, `${name}.pgpass`)}`,
        '  pg_hba:',
        '    - host all all 127.0.0.1/32 trust',
        '    - host replication all 127.0.0.1/32 trust',
        '  authentication:',
        '    superuser: { username: postgres, password: none }',
        '    replication: { username: replicator, password: none }',
        '  parameters:',
        `    unix_socket_directories: ${folder}`,
        '    max_connections: 100',
      ]
    }
    const machines = {} as Record<Name, ReturnType<typeof daemon>>
    const stateOf = async (name: Name) => {
      const response = await fetch(`http://127.0.0.1:${ports[name].api}/cluster`).catch(() => null)
      const { members = [] } = ((await response?.json().catch(() => null)) ?? {}) as {
        members?: { name: Name; role: string; state: string }[]
      }
      return members
    }
    for (const name of names) {
      await mkdir(join(folder, name), { mode: 0o700 })
      await chown(join(folder, name), owner.uid, owner.gid)
      machines[name] = daemon(paths.patroni ?? '', await file(`${name}.yml`, patroni(name)))
      await until(async () =>
        (await stateOf(name)).some((one) => one.name === name && one.state === 'running'),
      )
    }
    await until(async () => (await stateOf('one')).some(({ role }) => role === 'sync_standby'))
    const primary = `postgres://postgres@127.0.0.1:${ports.one.postgres}/postgres`
    await withClient(primary, async (client) => {
      await client.query('create role huza login')
      await client.query('create database huza owner huza template template0')
      // What the site sets for a session would be lost: the pooler lends it for a transaction.
      await client.query("alter role huza set timezone = 'UTC'")
      await client.query("alter role huza set statement_timeout = '60s'")
    })
    daemon(
      paths.haproxy ?? '',
      '-f',
      await file('haproxy.cfg', [
        'defaults',
        '  mode tcp',
        '  timeout connect 2s',
        '  timeout client 1h',
        '  timeout server 1h',
        ...(['primary', 'standby'] as const).flatMap((role) => [
          `listen ${role}`,
          `  bind 127.0.0.1:${port[role]}`,
          `  option httpchk OPTIONS ${checks[role]}`,
          '  http-check expect status 200',
          '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
          ...names.map(
            (name) =>
              `  server ${name} 127.0.0.1:${ports[name].postgres} check port ${ports[name].api}`,
          ),
        ]),
      ]),
    )
    daemon(
      paths.pgbouncer ?? '',
      await file('pgbouncer.ini', [
        '[databases]',
        `huza = host=127.0.0.1 port=${port.primary} dbname=huza user=huza`,
        `huza_standby = host=127.0.0.1 port=${port.standby} dbname=huza user=huza`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port.pgbouncer}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        'default_pool_size = 15',
        'max_client_conn = 200',
        'server_login_retry = 1',
        'ignore_startup_parameters = extra_float_digits,options,statement_timeout',
      ]),
    )
    const url = `postgres://huza@127.0.0.1:${port.pgbouncer}/huza`
    await until(() =>
      withClient(url, (client) => client.query('select 1')).then(
        () => true,
        () => false,
      ),
    )
    return {
      url,
      replicaUrl: `${url}_standby`,
      stop,
      /** Kills the primary and what watches it, as when its machine dies. @returns ms until the standby is promoted */
      async killPrimary() {
        const startedAt = performance.now()
        const { kill } = await findPostgres(primary)
        await machines.one('SIGKILL')
        kill()
        await until(async () =>
          (await stateOf('two')).some(({ name, role }) => name === 'two' && role === 'leader'),
        )
        return performance.now() - startedAt
      },
    }
  } catch (error) {
    await stop()
    throw new Error(`The cluster did not start: ${(error as Error).message}\n${output}`)
  }
}

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return
    await wait(100)
  }
  throw new Error('This took longer than a minute')
}
