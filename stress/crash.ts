import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '../src/ui/ornament/random.ts'
import { type Applicant, createApplicant } from './crash/applicant.ts'
import { createPlace, createSite, type Site, signIn, startServer } from './crash/server.ts'
import { checkCleanedUp, checkStored } from './crash/truth.ts'

// Kills the server at random moments while people apply, and holds it to what it had answered.
const { values } = parseArgs({
  options: { short: { type: 'boolean' }, rounds: { type: 'string' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds ?? (values.short ? 4 : 30))
const seed = values.seed ?? String(randomInt(1_000_000))
const atOnce = 40
/** One in so many kills comes while the server starts. */
const startKills = 6
const random = randomFrom(seed)

const applicants: Applicant[] = []
let kills = 0
let resent = 0

const site = await createSite()
try {
  console.log(`${rounds} kills on ${site.engine}, seed ${seed}`)
  const place = await prepare(site)
  for (let round = 1; round <= rounds; round += 1) await killOnce(round, place)
  await finish()
} finally {
  await site.remove()
}

/** The first start makes the tables, the admin, and what can be applied to. */
async function prepare(on: Site) {
  const server = startServer(on)
  const place = await createPlace(await signIn(await server.address))
  await server.stop()
  return place
}

async function killOnce(round: number, place: Awaited<ReturnType<typeof prepare>>) {
  if (Math.floor(random.next() * startKills) === 0) {
    const starting = startServer(site)
    await wait(random.next() * 800)
    await starting.kill()
    kills += 1
  }
  const server = startServer(site)
  const address = await server.address
  const stored = await settle(address, server.output)

  const newcomers = await Promise.all(Array.from({ length: atOnce }, () => createApplicant(place)))
  applicants.push(...newcomers)
  // Counted in answers and not in time, so that the kill comes amid the work however fast the machine is.
  const answersBeforeKill = Math.floor(random.next() * atOnce)
  const enough = Promise.withResolvers<void>()
  let answers = 0
  const startedAt = performance.now()
  const answered = newcomers.map(async (applicant) => {
    await wait(random.next() * 150)
    // A connection that breaks is what this is about; any answer other than 201 is not.
    const answer = await applicant.send(address, random.next() * 60).catch(() => null)
    if (answer && answer.status !== 201)
      throw new Error(`Answered ${answer.status}: ${answer.text}`)
    answers += 1
    if (answers >= answersBeforeKill) enough.resolve()
  })
  const all = Promise.all(answered)
  // What goes wrong is thrown below, after the kill.
  all.catch(() => {})
  await enough.promise
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

/** Checks what is stored, has everybody without an answer send again, and checks once more. */
async function settle(address: string, output: () => string) {
  const staff = await signIn(address)
  await checkStored(staff, applicants)
  const unanswered = applicants.filter(({ acknowledgedId }) => acknowledgedId === null)
  for (const applicant of unanswered) {
    const { status, text } = await applicant.send(address)
    if (status !== 201) throw new Error(`Sent again, answered ${status}: ${text}\n${output()}`)
    resent += 1
  }
  return checkStored(staff, applicants)
}

async function finish() {
  const server = startServer(site)
  const stored = await settle(await server.address, server.output)
  await server.stop()
  if (stored !== applicants.length) throw new Error(`${stored} stored, ${applicants.length} sent`)
  const removed = await checkCleanedUp(site, stored)
  console.log(
    `${kills} kills: ${stored} applications, every one stored once with its file; ${resent} sent again, ${removed} unclaimed files cleaned up`,
  )
}
