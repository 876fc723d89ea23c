import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withPostgres } from '../scripts/postgres.mjs'
import { type Applicant, createApplicant } from './crash/applicant.ts'
import { checkStored } from './crash/truth.ts'
import { startSurroundings } from './faults/surroundings.ts'
import { ask, type Outcome, percentile, readPages, sendWithin, writes } from './faults/visitors.ts'
import { createCohortAndStack, createSite, signIn, startServer } from './site.ts'

// Mixed load for ten minutes, with a fault every now and then. Errors may only be those that say what to do; nothing
// that was acknowledged may be lost, and memory must not grow.
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const totalMs = Number(values.minutes) * 60_000
/** Each fault lasts a quarter of its turn, so that most of the time all is well. */
const turns = 8
const growthMax = 1.3
const sentAgainAtOnce = 10

await withPostgres(soak, { isDurable: true })

async function soak(serverUrl: string) {
  process.env.TEST_DATABASE_URL = serverUrl
  const site = await createSite()
  const around = await startSurroundings(serverUrl, site.environment.DATABASE_URL)
  const settings = { ...around.environment, FORM_SECONDS_MIN: '0' }
  const server = startServer({ ...site, environment: { ...site.environment, ...settings } })
  try {
    const siteUrl = await server.siteUrl
    const staff = await signIn(siteUrl)
    const target = await createCohortAndStack(staff)
    const applicants: Applicant[] = []
    const outcomes: Outcome[] = []
    let isLoading = true
    const repeat = async (everyMs: number, visit: () => Promise<Outcome>) => {
      while (isLoading) {
        outcomes.push(await visit())
        await wait(everyMs)
      }
    }
    const apply = async () => {
      const applicant = await createApplicant(target)
      applicants.push(applicant)
      return sendWithin(applicant, siteUrl)
    }
    const stopReading = readPages(siteUrl, 50)
    const clients = [
      ...Array.from({ length: 4 }, () => repeat(500, apply)),
      repeat(1_000, () => writes.message(siteUrl)),
      repeat(1_000, () => writes.form(siteUrl)),
      repeat(2_000, () =>
        ask(`${siteUrl}/api/website/application/`, { headers: staff.authorization }, 'list'),
      ),
    ]
    const memory = [residentMB(server.pid)]
    for (let turn = 0; turn < turns; turn += 1) {
      const fault = around.faults[turn % around.faults.length]
      const turnMs = totalMs / turns
      await wait(turnMs / 2)
      await fault?.begin(siteUrl)
      await wait(turnMs / 4)
      await fault?.end()
      await wait(turnMs / 4)
      memory.push(residentMB(server.pid))
      console.log(`${fault?.name}: ${outcomes.length} calls so far, ${memory.at(-1)} MB`)
    }
    isLoading = false
    await Promise.all(clients)
    const pages = await stopReading()

    const isAnnounced = ({ status, headers }: Outcome) =>
      status === 503 && Boolean(headers.get('retry-after'))
    const errors = [...outcomes, ...pages].filter(
      (outcome) => (outcome.status < 200 || outcome.status >= 400) && !isAnnounced(outcome),
    )
    for (const { what, status, ms, body } of errors.slice(0, 10)) {
      console.log(`✗ ${what}: ${status} after ${Math.round(ms)} ms: ${body.slice(0, 200)}`)
    }
    // Those who were refused send the same again: not all at once, since more than 200 uploads are too many.
    const again = applicants.filter(({ acknowledgedId }) => acknowledgedId === null)
    for (let start = 0; start < again.length; start += sentAgainAtOnce) {
      const some = again.slice(start, start + sentAgainAtOnce)
      await Promise.all(some.map((applicant) => sendWithin(applicant, siteUrl)))
    }
    // Those of the beginning were signed in for a quarter of an hour.
    const stored = await checkStored(await signIn(siteUrl), applicants)
    const [first = 0, middle = 0, last = 0] = [memory[1], memory[turns / 2], memory[turns]]
    const refused = outcomes.filter(isAnnounced).length
    console.log(
      `${pages.length} pages, p99 ${percentile(pages, 0.99)} ms; ${outcomes.length} calls, ${refused} announced refusals, ` +
        `${errors.length} other errors; ${applicants.length} applications, ${stored} stored, none acknowledged lost; ` +
        `memory ${first}, ${middle}, ${last} MB`,
    )
    const isFlat = last < middle * growthMax
    if (errors.length > 0 || stored !== applicants.length || !isFlat) process.exitCode = 1
  } finally {
    await server.stop()
    await site.remove()
    await around.stop()
  }
}

/** What the process has in memory. */
function residentMB(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
