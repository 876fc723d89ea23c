import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
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

// npm run bench -- [pages] [lighthouse] [presses] [fresh] [start] [reading] [rendering] [layers] [submitting] [lists]
// [resumes] [comments] [articles] [audit] [certificates] [visits] [crowd] [staff] [jobs] [waits] [attacks]: these
// parts, or all. See docs/performance.md.
const requested = process.argv.slice(2)
const wants = (part: string) => requested.length === 0 || requested.includes(part)
const report: string[] = []

function add(text: string) {
  report.push(text)
  console.log(`\n${text}`)
}

add(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}, ${revision()}`,
)
add(`Load of the machine before: ${loadavg().map(shown).join(' ')}`)
if (wants('fresh')) add(await measureFresh())
if (wants('layers')) add(await measureLayers())
for (const engine of engines) {
  if (engine === 'postgres') add(await postgresSettings())
  {
    await using site = await createSite(engine)
    if (wants('start') && engine === 'sqlite') add(await measureStarting(site))
    await using product = await site.start()
    const idleMB = await restingMB(product)
    if (wants('pages') && engine === 'sqlite') add(await measurePageWeights(product))
    if (wants('lighthouse') && engine === 'sqlite') add(await measureLighthouse(product))
    if (wants('presses') && engine === 'sqlite') add(await measurePresses(product))
    if (wants('submitting')) add(await measureSubmitting(site, product))
    if (wants('reading') && engine === 'sqlite') add(await measureReading(site, product))
    if (wants('rendering') && engine === 'sqlite') add(await renderingOf(site))
    const afterMB = await restingMB(product)
    const { peak } = memoryMB(product.pid)
    add(
      table(
        ['memory, MB', 'after start', 'peak', 'after the load'],
        [[engine, shown(idleMB), shown(peak), shown(afterMB)]],
      ),
    )
  }
  if (wants('lists')) {
    await using site = await createSite(engine)
    add(await measureLists(site))
  }
  if (wants('resumes')) {
    await using site = await createSite(engine)
    add(await measureResumes(site))
  }
  if (wants('comments')) {
    await using site = await createSite(engine)
    add(await measureComments(site))
  }
  if (wants('articles')) {
    await using site = await createSite(engine)
    add(await measureArticles(site))
  }
  if (wants('audit')) {
    await using site = await createSite(engine)
    add(await measureAuditLog(site))
  }
  if (wants('certificates')) {
    await using site = await createSite(engine)
    add(await measureCertificates(site))
  }
  if (wants('visits')) {
    await using site = await createSite(engine)
    add(await measureVisits(site))
  }
  if (wants('crowd')) {
    await using site = await createSite(engine)
    add(await measureCrowd(site))
  }
  if (wants('staff')) {
    await using site = await createSite(engine)
    add(await measureStaff(site))
  }
  if (wants('attacks')) {
    await using site = await createSite(engine)
    add(await measureAttacks(site))
  }
  if (wants('jobs') && engine === 'sqlite') {
    await using site = await createSite(engine)
    add(await measureJobs(site))
  }
  if (wants('waits') && engine === 'sqlite') {
    await using site = await createSite(engine)
    add(await measureWaits(site))
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
