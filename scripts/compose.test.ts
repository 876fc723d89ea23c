import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema } from '../src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = ['compose.yaml', 'compose.cluster.yaml']
const settings = new Set(Object.keys(environmentSchema.shape))
/** What the containers around the site read, which .env has as well. */
const ofOthers = ['SITE_NAME', 'SITE_UPSTREAM', 'DATABASE_PASSWORD']

/** The part of a top-level key: its lines, which are indented. */
const partOf = (file: string, key: string) =>
  new RegExp(`^${key}:.*\\n((?:(?: .*)?\\n)*)`, 'm').exec(read(file))?.[1] ?? ''
const namesIn = (part: string) => [...part.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)

test.each(files)('%s sets and reads what is a setting', (file) => {
  const set = [...read(file).matchAll(/^ +([A-Z][A-Z\d_]+):/gm)].map(([, name = '']) => name)
  const asked = [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const unknown = [...set, ...asked].filter(
    (name) => !settings.has(name) && !ofOthers.includes(name) && !/^(?:PATRONI|ETCD)_/.test(name),
  )
  expect([set.length > 0, asked.length > 0, unknown]).toEqual([true, true, []])
  const documented = `${read('docs/running.md')}${read('.env.example')}`
  expect(asked.filter((name) => !documented.includes(`${name}=`))).toEqual([])
})

test.each(files)('the files, the volumes and the services that %s names exist', (file) => {
  const paths = [...read(file).matchAll(/(?:"|: )(\.\/?[\w./]*?)(?::|\n)/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.filter((path) => path !== '.env' && !existsSync(join(root, path)))).toEqual([])
  const mounted = [...read(file).matchAll(/"(\w+):\/data"/g)].map(([, name]) => name)
  expect(mounted.sort()).toEqual(namesIn(partOf(file, 'volumes')).sort())
  const services = namesIn(partOf(file, 'services'))
  const awaited = [...read(file).matchAll(/depends_on: \[(.*)\]/g)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  expect(awaited.filter((name) => !services.includes(name))).toEqual([])
})

test.each(files)('no log of a service in %s fills the disk', (file) => {
  expect(partOf(file, 'x-logging')).toContain('options: { max-size: 50m, max-file: "5" }')
  // By itself, or by what it is merged with.
  const isLimited = (part: string): boolean =>
    part.includes('logging: *logging\n') ||
    [...part.matchAll(/^ +<<: \*(\w+)$/gm)].some(([, name]) => isLimited(partOf(file, `x-${name}`)))
  const services = partOf(file, 'services').split(/^(?= {2}\w)/m)
  expect(services.length).toBeGreaterThan(1)
  expect(services.filter((service) => !isLimited(service))).toEqual([])
})

test('what the cluster connects to are its services, at the ports on which they listen', () => {
  const from = (name: string) => read(`deploy/cluster/${name}`)
  const all = `${read('compose.cluster.yaml')}${from('Caddyfile')}${from('haproxy.cfg')}`
  const pooled = [...from('pgbouncer.ini').matchAll(/host=(\w+) port=(\d+)/g)]
  const named = [
    ...all.matchAll(/\b(site\d|pgbouncer|postgres\d|etcd\d|haproxy):(\d+)/g),
    ...pooled,
  ]
  const listening: Record<string, readonly string[]> = {
    site1: ['3000'],
    site2: ['3000'],
    pgbouncer: ['6432'],
    haproxy: ['5000', '5001'],
    postgres1: ['5432', '8008'],
    postgres2: ['5432', '8008'],
    etcd1: ['2379', '2380'],
    etcd2: ['2379', '2380'],
    etcd3: ['2379', '2380'],
  }
  const services = namesIn(partOf('compose.cluster.yaml', 'services'))
  expect(services.sort()).toEqual([...Object.keys(listening), 'proxy'].sort())
  const astray = named.filter(([, host = '', port = '']) => !listening[host]?.includes(port))
  expect(astray.map(([address]) => address)).toEqual([])
  expect(new Set(named.map(([, host]) => host)).size).toBe(Object.keys(listening).length)
  const configured = {
    'pgbouncer.ini': ['listen_port = 6432'],
    'haproxy.cfg': ['bind :5000', 'bind :5001', 'check port 8008'],
    'patroni.yml': ['listen: 0.0.0.0:8008', 'listen: 0.0.0.0:5432'],
  }
  for (const [name, lines] of Object.entries(configured)) {
    for (const line of lines) expect(from(name)).toContain(line)
  }
})

test('a standby is made at once, without waiting for the next checkpoint of the primary', () => {
  expect(read('deploy/cluster/patroni.yml')).toContain('  basebackup:\n    - checkpoint: fast\n')
})

test('Patroni asks three etcd, so that one may restart with another address', () => {
  const cluster = read('compose.cluster.yaml')
  expect(cluster).toContain('PATRONI_ETCD3_HOSTS: etcd1:2379,etcd2:2379,etcd3:2379')
  expect(cluster).not.toContain('PATRONI_ETCD3_HOST:')
})

test('the cluster publishes the proxy, and the primary to this machine alone', () => {
  const ports = [...read('compose.cluster.yaml').matchAll(/ports: \[(.*)\]/g)]
  expect(ports.map(([, published]) => published)).toEqual([
    '"80:80", "443:443"',
    '"127.0.0.1:5000:5000"',
  ])
})

test.each(['deploy/Caddyfile', 'deploy/cluster/Caddyfile'])(
  '%s believes no visitor, reuses no connection that ends, and logs no token',
  (file) => {
    const lines = read(file).split('\n')
    for (const line of [
      'header_up X-Request-Id {http.request.uuid}',
      'header_up -Traceparent',
      'keepalive 3s',
      'request>headers delete',
      'request>remote_ip delete',
    ]) {
      expect(lines.map((one) => one.trim())).toContain(line)
    }
    const [, pattern = ''] = /^\s*request>uri regexp (\S+) \$1$/m.exec(read(file)) ?? []
    const logged = (uri: string) => uri.replace(new RegExp(pattern, 'g'), '$1')
    expect(logged('/interview?token=secret')).toBe('/interview')
    expect(logged('/statistics/secret?from=2026-01-01')).toBe('/statistics/')
    expect(logged('/insights/why-kigali')).toBe('/insights/why-kigali')
  },
)
