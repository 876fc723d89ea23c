import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getProgram } from '../scripts/debian.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import { endWithUs, root, runOrThrow, temporaryFolder } from '../scripts/processes.mjs'
import { ask, keptPages } from './faults/visitors.ts'
import { createSite, startServer } from './site.ts'

// Has Debian's Prometheus scrape two processes of the site and evaluate the alerts, both by what docs/running.md says,
// and compares what it knows with what was asked for. Then the site stops, and the first alert must fire.
const token = 'a-token-for-scrapes-that-is-long-enough'
const rounds = 50
const alertMsMax = 60_000

const problems: string[] = []
const expect = (isRight: boolean, problem: string) => {
  if (!isRight) problems.push(problem)
}

const { folder, remove } = temporaryFolder('huza-metrics')
const site = await createSite()
const settings = { METRICS_TOKEN: token, WORKERS: '2', SEED: 'demo' }
const server = startServer({ ...site, environment: { ...site.environment, ...settings } })
let stopPrometheus = async () => {}
try {
  const siteUrl = await server.siteUrl
  const prometheus = await startPrometheus(new URL(siteUrl).host)
  stopPrometheus = prometheus.stop
  await compare(siteUrl, prometheus)
} finally {
  await stopPrometheus()
  await server.stop()
  await site.remove()
  remove()
}
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log('Prometheus knows what was asked for, and alerts')

type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

async function compare(siteUrl: string, { query, rules, until }: Prometheus) {
  const paths = [...keptPages, '/not-there', '/healthz', '/api/website/cohorts/']
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) await ask(siteUrl + path, {}, path)
  }
  const asked = rounds * paths.length
  const total = 'sum(huza_requests_total{route!="/metrics"})'
  await until(async () => (await query(total)) === asked, `${total} is ${asked}`)
  for (const [sum, count] of [
    ['sum(huza_requests_total{route="/healthz",status="200"})', rounds],
    ['sum(huza_requests_total{status="404"})', rounds],
    ['sum(huza_request_duration_seconds_bucket{route!="/metrics",le="+Inf"})', asked],
    ['count(huza_process_requests_total > 0)', 2],
    ['count(huza_memory_bytes{kind="resident"} > 1e7)', 2],
    ['count(huza_event_loop_delay_seconds{quantile="0.99"})', 2],
    ['huza_outbox_waiting', 0],
    ['count(huza_disk_free_bytes > 0)', 1],
    ['up{job="huza"}', 1],
  ] as const) {
    const found = await query(sum)
    expect(found === count, `${sum} is ${found}, not ${count}`)
  }
  const hits = await query('huza_page_cache_hits_total')
  expect(hits > asked / 2, `only ${hits} of ${asked} came from memory`)
  await until(async () => (await rules()).every(({ health }) => health === 'ok'), 'all alerts work')
  const firing = (await rules()).filter(({ state }) => state === 'firing')
  expect(firing.length === 0, `${firing.map(({ name }) => name)} fires without need`)
  await server.stop()
  await until(
    async () => (await rules()).some(({ name, state }) => name === 'Down' && state === 'firing'),
    'Down fires',
  )
  console.log(
    `${asked} requests at two processes, all known to Prometheus; ${(await rules()).length} alerts`,
  )
}

/** The blocks of YAML in docs/running.md. */
async function documented(host: string) {
  const text = await readFile(join(root, 'docs/running.md'), 'utf8')
  const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const blockOf = (key: string) => blocks.find((block) => block.startsWith(`${key}:`)) ?? ''
  const scrape = blockOf('scrape_configs')
    .replace('/etc/prometheus/huza-token', join(folder, 'token'))
    .replace('127.0.0.1:3000', host)
  // Nobody waits for two minutes here.
  const groups = blockOf('groups').replace(/(?<=alert: Down\n.*\n +for: )\w+/, '5s')
  return { scrape, groups }
}

async function startPrometheus(host: string) {
  const program = (name: string) =>
    getProgram({
      what: 'Prometheus',
      names: [name],
      packages: ['prometheus'],
      variable: `${name.toUpperCase()}_PATH`,
    })
  const [path, tool] = [await program('prometheus'), await program('promtool')]
  const { scrape, groups } = await documented(host)
  const config = join(folder, 'prometheus.yml')
  await writeFile(join(folder, 'token'), token)
  await writeFile(join(folder, 'alerts.yml'), groups)
  await writeFile(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [alerts.yml]\n${scrape}`,
  )
  await runOrThrow(tool, ['check', 'config', config], { quiet: true })
  const port = await findFreePort()
  const child = spawn(
    path,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  endWithUs(child)
  const exited = once(child, 'exit')
  const get = async (call: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${call}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const until = async (isSo: () => Promise<boolean>, what: string) => {
    const endsAt = performance.now() + alertMsMax
    while (!(await isSo().catch(() => false))) {
      if (performance.now() > endsAt) throw new Error(`Not so: ${what}`)
      await wait(500)
    }
  }
  return {
    until,
    /** The number that an expression comes to. */
    async query(expression: string) {
      const data = await get(`query?query=${encodeURIComponent(expression)}`)
      return Number((data as { result: { value: [number, string] }[] }).result[0]?.value[1])
    },
    async rules() {
      const data = (await get('rules')) as {
        groups: { rules: { name: string; health: string; state: string }[] }[]
      }
      return data.groups.flatMap(({ rules }) => rules)
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}
