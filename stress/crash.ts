import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '../src/ui/ornament/random.ts'
import { type Applicant, createApplicant } from './crash/applicant.ts'
import { checkCleanedUp, checkStored } from './crash/truth.ts'
import { createCohortAndStack, createSite, type Site, signIn, startServer } from './site.ts'

// Kills the server at random moments while applicants apply, and checks that every acknowledged application survives.
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    rounds: { type: 'string' },
    clients: { type: 'string' },
    seed: { type: 'string' },
  },
})
const rounds = Number(values.rounds ?? (values.short ? 4 : 30))
const seed = values.seed ?? String(randomInt(1_000_000))
const atOnce = Number(values.clients ?? 40)
/** One in so many kills happens while the server starts. */
const killsPerStartKill = 6
const random = randomFrom(seed)

/** Reading all that is stored takes ever longer: in between, what is new is read, and the rest counted. */
const roundsPerWholeCheck = 20

const applicants: Applicant[] = []
/** Those of the last round: all before them are known to be stored. */
let latest: Applicant[] = []
let kills = 0
let resent = 0

const site = await createSite()
try {
  console.log(`${rounds} kills on ${site.engine}, seed ${seed}`)
  const target = await prepare(site)
  for (let round = 1; round <= rounds; round += 1) await killOnce(round, target)
  await finish()
} finally {
  await site.remove()
}

/** The first start creates the tables and the admin; then a cohort and a tech stack are created. */
async function prepare(on: Site) {
  const server = startServer(on)
  const target = await createCohortAndStack(await signIn(await server.siteUrl))
  await server.stop()
  return target
}

async function killOnce(round: number, target: Awaited<ReturnType<typeof prepare>>) {
  if (Math.floor(random.next() * killsPerStartKill) === 0) {
    const starting = startServer(site)
    await wait(random.next() * 800)
    await starting.kill()
    kills += 1
  }
  const server = startServer(site)
  const siteUrl = await server.siteUrl
  const stored = await settle(siteUrl, server.output, round % roundsPerWholeCheck === 0)

  const newcomers = await Promise.all(Array.from({ length: atOnce }, () => createApplicant(target)))
  applicants.push(...newcomers)
  latest = newcomers
  // Counted in responses instead of time, so that the kill happens under load on any machine.
  const responsesBeforeKill = Math.floor(random.next() * atOnce)
  const enough = Promise.withResolvers<void>()
  let responses = 0
  const startedAt = performance.now()
  const sending = newcomers.map(async (applicant) => {
    await wait(random.next() * 150)
    // Broken connections are expected; any response other than 201 is an error.
    const response = await applicant.send(siteUrl, random.next() * 60).catch(() => null)
    if (response && response.status !== 201)
      throw new Error(`Status ${response.status}: ${response.text}`)
    responses += 1
    if (responses >= responsesBeforeKill) enough.resolve()
  })
  const all = Promise.all(sending)
  // Errors are thrown below, after the kill. The first of them ends the wait, too: enough may never come then.
  await Promise.race([enough.promise, all.catch(() => {})])
  await wait(random.next() * 10)
  await server.kill()
  kills += 1
  const killedAfterMs = Math.round(performance.now() - startedAt)
  await all
  const acknowledged = newcomers.filter(({ acknowledgedId }) => acknowledgedId !== null).length
  console.log(
    `round ${round}: ${stored} stored before, ${acknowledged} of ${atOnce} acknowledged, killed after ${killedAfterMs} ms`,
  )
}

/** Checks what is stored, repeats the requests without a response, and checks again. */
async function settle(siteUrl: string, output: () => string, isWhole: boolean) {
  const staff = await signIn(siteUrl)
  await checkStored(staff, applicants, latest)
  const unacknowledged = latest.filter(({ acknowledgedId }) => acknowledgedId === null)
  for (const applicant of unacknowledged) {
    const { status, text } = await applicant.send(siteUrl)
    if (status !== 201) throw new Error(`Sent again, status ${status}: ${text}\n${output()}`)
    resent += 1
  }
  return checkStored(staff, applicants, isWhole ? applicants : latest)
}

async function finish() {
  const server = startServer(site)
  const stored = await settle(await server.siteUrl, server.output, true)
  await server.stop()
  if (stored !== applicants.length) throw new Error(`${stored} stored, ${applicants.length} sent`)
  const removed = await checkCleanedUp(site, stored)
  console.log(
    `${kills} kills: ${stored} applications, every one stored once with its file; ${resent} sent again, ${removed} unclaimed files cleaned up`,
  )
}
