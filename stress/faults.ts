import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withPostgres } from '../scripts/postgres.mjs'
import { startMachine } from './faults/machine.ts'
import { type Fault, startSurroundings } from './faults/surroundings.ts'
import {
  ask,
  hangsMs,
  keptPages,
  type Outcome,
  percentile,
  readPages,
  sendWithin,
  writes,
} from './faults/visitors.ts'
import { createCohortAndStack, createSite, signIn, startServer } from './site.ts'

// Takes away what the server depends on, for longer than a page is cached, and looks at what visitors get meanwhile.
const { values } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '75' } },
})
const common = { SEED: 'demo', FORM_SECONDS_MIN: '0' }
const faultMs = Number(values.seconds) * 1000
/** How soon everything must work again once the fault is over. */
const recoveryMsMax = 15_000
/** A page that is kept comes at once; this is far more than rendering takes. */
const pageMsMax = 3_000
/** How long a stop may take, and the end of the process after it. */
const stopMsMax = 11_000

const problems: string[] = []
const expect = (name: string, isRight: boolean, found: string) => {
  if (!isRight) problems.push(`${name}: ${found}`)
}

await onOneMachine()

await withPostgres(
  async (serverUrl: string) => {
    process.env.TEST_DATABASE_URL = serverUrl
    await onPostgres(serverUrl)
  },
  { isDurable: true },
)
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log('Everything kept was served, everything else honestly refused, and all recovered')

/** What a machine lacks by itself: room on the disk, memory, the right time, and clients that finish. */
async function onOneMachine() {
  const site = await createSite()
  const machine = await startMachine(site.dataDir)
  const server = startServer({
    ...site,
    environment: { ...site.environment, ...common, ...machine.environment },
  })
  try {
    await makeAll(machine.faults, server)
  } finally {
    await server.stop()
    await machine[Symbol.asyncDispose]()
    await site.remove()
  }
}

async function onPostgres(serverUrl: string) {
  const site = await createSite()
  const around = await startSurroundings(serverUrl, site.environment.DATABASE_URL)
  const server = startServer({
    ...site,
    environment: { ...site.environment, ...common, ...around.environment },
  })
  try {
    const target = await makeAll(around.faults, server)
    await stopInSilence(around, server, target)
  } finally {
    await server.stop()
    await site.remove()
    await around.stop()
  }
}

/** Stops the server while nothing answers that it waits for. */
async function stopInSilence(
  { silence }: Awaited<ReturnType<typeof startSurroundings>>,
  server: ReturnType<typeof startServer>,
  target: Awaited<ReturnType<typeof createCohortAndStack>>,
) {
  const siteUrl = await server.siteUrl
  silence()
  const sent = tryAll(siteUrl, target)
  await wait(500)
  const { code, ms } = await server.stop()
  await sent
  expect('stop in silence', code === 0, `exit code ${code}\n${server.output()}`)
  expect('stop in silence', ms < stopMsMax, `${Math.round(ms)} ms`)
  console.log(`stopped in ${Math.round(ms)} ms while nothing answered`)
}

async function makeAll(faults: readonly Fault[], server: ReturnType<typeof startServer>) {
  const siteUrl = await server.siteUrl
  const staff = await signIn(siteUrl)
  const target = await createCohortAndStack(staff)
  for (const path of keptPages) await ask(siteUrl + path)
  for (const fault of faults) {
    if (values.only && !fault.name.includes(values.only)) continue
    await make(fault, siteUrl, target, staff.authorization, server.output)
  }
  return target
}

async function make(
  { name, begin, end, refused, status: refusal = 503, leftovers }: Fault,
  siteUrl: string,
  target: Awaited<ReturnType<typeof createCohortAndStack>>,
  authorization: Record<string, string>,
  output: () => string,
) {
  const startedAt = performance.now()
  const stopReading = readPages(siteUrl)
  await begin(siteUrl)
  // At its very beginning nothing has noticed yet; later it is known.
  const early = await tryAll(siteUrl, target)
  if (leftovers) expect(name, leftovers() > 0, 'it has left nothing, not even meanwhile')
  await wait(Math.max(0, faultMs / 2 - (performance.now() - startedAt)))
  const late = await tryAll(siteUrl, target)
  const isDatabase = name.startsWith('database')
  const health = await ask(`${siteUrl}/healthz`)
  expect(name, health.status === 200, `healthz ${told(health)}\n${output()}`)
  const ready = await ask(`${siteUrl}/readyz`)
  const dashboard = await ask(`${siteUrl}/api/website/application/?page_size=1`, {
    headers: authorization,
  })
  const miss = await ask(`${siteUrl}/insights/${encodeURIComponent(name)}`)
  await wait(Math.max(0, faultMs - (performance.now() - startedAt)))
  await end()
  const endedAt = performance.now()
  let after = await tryAll(siteUrl, target)
  const isOver = () => after.every(({ status }) => status < 400) && !leftovers?.()
  while (!isOver() && performance.now() - endedAt < recoveryMsMax) {
    await wait(250)
    after = await tryAll(siteUrl, target)
  }
  const recoveredMs = performance.now() - endedAt
  const pages = await stopReading()
  // Those who were refused send the same again.
  for (const { applicant, status } of [...early, ...late]) {
    if (!applicant || status === 201) continue
    const { status: again } = await sendWithin(applicant, siteUrl)
    expect(name, again === 201, `an application sent again got ${again}`)
  }

  for (const tried of [...early, ...late]) {
    const isRefused = refused.includes(tried.what as 'form')
    expect(
      name,
      isRefused ? tried.status === refusal : tried.status < 400,
      `${tried.what}: ${told(tried)}`,
    )
    if (!isRefused) continue
    expect(name, Boolean(tried.headers.get('retry-after')), `${tried.what} without Retry-After`)
    if (tried.what === 'form')
      expect(name, tried.body.includes('three months cost?'), 'the form lost its text')
  }
  const failed = pages.filter(({ status }) => status !== 200)
  expect(
    name,
    failed.length === 0,
    `${failed.length} pages failed: ${failed[0] && told(failed[0])}`,
  )
  expect(name, percentile(pages, 0.99) < pageMsMax, `pages p99 ${percentile(pages, 0.99)} ms`)
  expect(name, ready.status === (isDatabase ? 503 : 200), `readyz ${told(ready)}`)
  // After two days a session is over.
  const dashboardStatus = isDatabase ? 503 : name === 'clock ahead' ? 401 : 200
  expect(name, dashboard.status === dashboardStatus, `dashboard ${told(dashboard)}`)
  expect(name, miss.status === (isDatabase ? 503 : 404), `a page that is not kept: ${told(miss)}`)
  expect(name, recoveredMs < recoveryMsMax, `not recovered: ${after.map(told).join('; ')}`)
  if (leftovers) expect(name, leftovers() === 0, `${leftovers()} files are left`)
  const slowest = Math.max(...[...early, ...late].map(({ ms }) => ms))
  console.log(
    `${name.padEnd(16)} ${pages.length} pages, ${failed.length} failed, p99 ${percentile(pages, 0.99)} ms; ` +
      `writes ${[...early, ...late].map(({ what, status }) => `${what} ${status}`).join(', ')}, at most ${Math.round(slowest)} ms; ` +
      `recovered in ${Math.round(recoveredMs)} ms`,
  )
}

/** Every kind of write once. */
async function tryAll(
  siteUrl: string,
  target: Awaited<ReturnType<typeof createCohortAndStack>>,
): Promise<(Outcome & Partial<Awaited<ReturnType<typeof writes.application>>>)[]> {
  return Promise.all([
    writes.message(siteUrl),
    writes.form(siteUrl),
    writes.application(siteUrl, target),
  ])
}

function told({ what, status, ms, body }: Outcome) {
  return `${what} ${status === 1 ? `hangs for ${hangsMs} ms` : status} after ${Math.round(ms)} ms: ${body.slice(0, 200)}`
}
