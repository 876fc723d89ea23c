import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import type { Engine } from '#database/columns.ts'
import { measureArticles } from './articles.ts'
import { measureAttacks } from './attacks.ts'
import { measureAuditLog } from './audit-log.ts'
import { measureCertificates } from './certificates.ts'
import { measureComments } from './comments.ts'
import { measureCrowd } from './crowd.ts'
import { measureFresh } from './fresh.ts'
import { measureJobs } from './jobs.ts'
import { measureLayers } from './layers.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLists } from './lists.ts'
import { memoryMB } from './measure.ts'
import { measurePageWeights } from './page-weight.ts'
import { measurePresses } from './presses.ts'
import { measureReading } from './reading.ts'
import { measureResumes } from './resumes.ts'
import { createSite, engines, type Site } from './site.ts'
import { measureStaff } from './staff.ts'
import { measureStarting, restingMB } from './starting.ts'
import { measureSubmitting } from './submitting.ts'
import { missedIn, shown, table } from './table.ts'
import { measureVisits } from './visits.ts'
import { measureWaits } from './waits.ts'

type Product = Awaited<ReturnType<Site['start']>>
type Part<Subject extends unknown[]> = {
  measure: (...subject: Subject) => Promise<string>
  engines: readonly Engine[]
}
const onSqlite: readonly Engine[] = ['sqlite']

const withoutSite: Record<string, () => Promise<string>> = {
  fresh: measureFresh,
  layers: measureLayers,
}
const beforeStart: Record<string, Part<[Site]>> = {
  start: { measure: measureStarting, engines: onSqlite },
}
/** All on one product, whose memory is told as well. */
const running: Record<string, Part<[Site, Product]>> = {
  pages: { measure: measurePageWeights, engines: onSqlite },
  lighthouse: { measure: (_site, product) => measureLighthouse(product), engines: onSqlite },
  presses: { measure: (_site, product) => measurePresses(product), engines: onSqlite },
  submitting: { measure: measureSubmitting, engines },
  reading: { measure: measureReading, engines: onSqlite },
  rendering: { measure: renderingOf, engines: onSqlite },
}
/** Each on a site of its own. */
const apart: Record<string, Part<[Site]>> = {
  lists: { measure: measureLists, engines },
  resumes: { measure: measureResumes, engines },
  comments: { measure: measureComments, engines },
  articles: { measure: measureArticles, engines },
  audit: { measure: measureAuditLog, engines },
  certificates: { measure: measureCertificates, engines },
  visits: { measure: measureVisits, engines },
  crowd: { measure: measureCrowd, engines },
  staff: { measure: measureStaff, engines },
  attacks: { measure: measureAttacks, engines },
  jobs: { measure: measureJobs, engines: onSqlite },
  waits: { measure: measureWaits, engines: onSqlite },
}

// npm run bench -- [part …]: these parts, or all. See docs/performance.md.
const names = Object.keys({ ...withoutSite, ...beforeStart, ...running, ...apart })
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are:`)
  console.error(names.join(' '))
  process.exit(1)
}
const wants = (name: string) => requested.length === 0 || requested.includes(name)
const wantedOf = <Subject extends unknown[]>(
  parts: Record<string, Part<Subject>>,
  engine: Engine,
) =>
  Object.entries(parts)
    .filter(([name, part]) => wants(name) && part.engines.includes(engine))
    .map(([, part]) => part)
const report: string[] = []

function add(text: string) {
  report.push(text)
  console.log(`\n${text}`)
}

add(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}, ${revision()}`,
)
add(`Load of the machine before: ${loadavg().map(shown).join(' ')}`)
for (const [name, measure] of Object.entries(withoutSite)) if (wants(name)) add(await measure())
for (const engine of engines) {
  if (engine === 'postgres') add(await postgresSettings())
  const first = wantedOf(beforeStart, engine)
  const second = wantedOf(running, engine)
  if (first.length + second.length > 0) {
    await using site = await createSite(engine)
    for (const { measure } of first) add(await measure(site))
    await using product = await site.start()
    const idleMB = await restingMB(product)
    for (const { measure } of second) add(await measure(site, product))
    const afterMB = await restingMB(product)
    const { peak } = memoryMB(product.pid)
    add(
      table(
        ['memory, MB', 'after start', 'peak', 'after the load'],
        [[engine, shown(idleMB), shown(peak), shown(afterMB)]],
      ),
    )
  }
  for (const { measure } of wantedOf(apart, engine)) {
    await using site = await createSite(engine)
    add(await measure(site))
  }
}
add(`Load of the machine after: ${loadavg().map(shown).join(' ')}`)
const text = report.join('\n\n')
const missed = missedIn(text)
const summary = missed.length > 0 ? `Goals missed:\n${missed.join('\n')}` : 'No goal is missed.'
console.log(
  `\n── npm run bench${requested.length ? ` -- ${requested.join(' ')}` : ''}\n\n${text}\n\n${summary}`,
)

/** Imported after NODE_ENV is set: React reads it on import, and is far slower in development. */
async function renderingOf(site: Site) {
  process.env.NODE_ENV = 'production'
  const { measureRendering } = await import('./rendering.ts')
  return measureRendering(site)
}

/** The durability settings, for the report: results without durable commits would be misleading. */
async function postgresSettings() {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'server_version', 'synchronous_commit') order by name`,
  )
  await client.end()
  return `PostgreSQL: ${rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')}`
}

function revision() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return stdout?.trim() || 'no revision'
}
