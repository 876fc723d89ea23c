import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withPostgres } from '../scripts/postgres.mjs'
import { checkStored } from './crash/truth.ts'
import { ask, keptPages, percentile } from './faults/visitors.ts'
import { createCohortAndStack, createSite, type Staff, signIn, startServer } from './site.ts'
import { startCaddy } from './update/caddy.ts'
import { holdSocket } from './update/socket.ts'
import { buildVersion, commitBefore } from './update/version.ts'
import { startVisitors } from './update/visitors.ts'

// Updates a site behind Caddy as docs/running.md says, while visitors read and write: the new version starts beside the
// one before, on the same socket, and migrates the database of both; then that one is restarted as the new version, and
// the one beside stops. No request may fail, and nothing that was acknowledged may be lost.
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: 'SQLite PostgreSQL' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '4' },
  },
})
const everyMs = 1000 / Number(values.rate)
const pauseMs = Number(values.seconds) * 1000

const problems: string[] = []
const expect = (isRight: boolean, problem: string) => {
  if (!isRight) problems.push(problem)
}

const commit = values.before ?? (await commitBefore())
const before = await buildVersion(commit)
try {
  if (values.only.includes('SQLite')) await update()
  if (values.only.includes('PostgreSQL')) await withPostgres(onPostgres, { isDurable: true })
} finally {
  await before.remove()
}
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log('No request has failed, and nothing that was acknowledged is lost')

async function onPostgres(serverUrl: string) {
  process.env.TEST_DATABASE_URL = serverUrl
  await update()
}

async function update() {
  const site = await createSite()
  const socket = await holdSocket()
  const settings = { SEED: 'none', FORM_SECONDS_MIN: '0' }
  const environment = { ...site.environment, ...settings }
  const old = startServer({ ...site, environment }, { folder: before.folder, socket: socket.fd })
  const servers = [old]
  await old.siteUrl
  const caddy = await startCaddy(socket.port)
  try {
    const staff = await signIn(caddy.url)
    const target = await createCohortAndStack(staff)
    for (const path of keptPages) await ask(caddy.url + path)
    const storedBefore = await countMessages(staff)
    const visitors = startVisitors(caddy.url, target, everyMs)
    const at: string[] = []
    const step = async (name: string, done: () => Promise<unknown>) => {
      const startedAt = performance.now()
      visitors.setPhase(name)
      await done()
      at.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      await wait(pauseMs)
    }
    await wait(pauseMs)
    const start = () => {
      const server = startServer({ ...site, environment }, { socket: socket.fd })
      servers.push(server)
      return server
    }
    const beside = start()
    await step('the new version started beside', () => beside.siteUrl)
    await step('the one before restarted as the new one', async () => {
      await old.stop()
      await start().siteUrl
    })
    await step('the one beside stopped', beside.stop)
    const { outcomes, applicants } = await visitors.stop()

    const isDone = ({ status }: { status: number }) => status >= 200 && status < 400
    const failed = outcomes.filter((one) => !isDone(one))
    for (const { phase, what, status, body } of failed.slice(0, 10)) {
      problems.push(`${site.engine}, ${phase}: ${what}: ${status} ${body.slice(0, 200)}`)
    }
    expect(failed.length === 0, `${site.engine}: ${failed.length} of ${outcomes.length} failed`)
    const written = outcomes.filter(({ what }) => what === 'message' || what === 'form')
    const acknowledged = written.filter(isDone).length
    const stored = (await countMessages(staff)) - storedBefore
    // One whose answer was lost on the way may be stored.
    const isKept = stored >= acknowledged && stored <= written.length
    expect(isKept, `${site.engine}: ${acknowledged} messages, ${stored} stored`)
    console.log(
      `${site.engine}: ${at.join(', ')}; ${outcomes.length} requests at ${values.rate} a second, ${failed.length} failed, ` +
        `p99 ${percentile(outcomes, 0.99)} ms, slowest ${percentile(outcomes, 1)} ms; ` +
        `${stored} messages and ${applicants.length} applications stored`,
    )
    await checkStored(staff, applicants)
  } finally {
    await caddy.stop()
    for (const server of servers) await server.stop()
    await socket.release()
    await site.remove()
  }
}

async function countMessages(staff: Staff) {
  const response = await staff.get('/website/contact-us/?page_size=1')
  return ((await response.json()) as { total_items: number }).total_items
}
