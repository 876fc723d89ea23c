import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '#database/tables.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createPlace } from '../applying.ts'
import { type BadRequest, badRequests, calls } from '../bad-requests.ts'

/** Another seed makes other requests; what fails prints the one that it had. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const runsPerCall = Math.ceil(1_500 / calls.length)

let app: TestApp
let existing: unknown[]
beforeAll(async () => {
  app = await startTestApp()
  const place = await createPlace(app, { limit: 1000 })
  const application = await createApplication(app.services, place)
  const other = await createUser(app.services, { role: 'RECRUITER' })
  const article = await createArticle(app.services)
  const comment = await createComment(app.services, article)
  const talent = await createTalent(app.services)
  existing = [place.cohort, place.tech_stack, application, other.id, article, comment, talent]
})
afterAll(() => app[Symbol.asyncDispose]())

let answered = 0
let accepted = 0
let addresses = 0

/** All rows but the counters of limits, which every call may move. */
async function rows() {
  const tables = await app.services.database.introspection.getTables()
  const contents = tables
    .map(({ name }) => name as keyof Tables)
    .filter((name) => name !== 'limits')
    .map(async (name) => [
      name,
      await sql`select * from ${sql.table(name)}`.execute(app.services.database),
    ])
  return JSON.stringify(await Promise.all(contents))
}

async function send(bad: BadRequest, token: string | undefined) {
  addresses += 1
  const headers = new Headers({ 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` })
  for (const [name, value] of bad.headers) headers.set(name, value)
  return app.request(bad.path, { ...bad, headers, ...(token ? { token } : {}) })
}

test.each(calls.map((call) => [call.name, call] as const))(
  '%s answers whatever is sent to it with a clean refusal, and keeps nothing of it',
  async (_name, call) => {
    const admin = await createUser(app.services)
    let token = await signInAs(app.services, admin)
    let before = await rows()
    const property = fc.asyncProperty(
      badRequests(call, existing),
      fc.boolean(),
      async (bad, isAdmin) => {
        const answer = await send(bad, isAdmin ? token : undefined)
        const text = await answer.text()
        answered += 1
        if (answer.ok) accepted += 1
        expect(answer.status, text).toBeLessThan(500)
        expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
        const isDownload = answer.headers.has('content-disposition')
        if (bad.method === 'HEAD' || answer.status === 204) expect(text).toBe('')
        else if (answer.status >= 400) expectRefusal(text)
        else if (!isDownload) JSON.parse(text)
        expect(await readdir(app.services.storage.spoolDir)).toEqual([])
        const after = await rows()
        if (!answer.ok || ['GET', 'HEAD'].includes(bad.method)) expect(after).toBe(before)
        // Some calls end the session that makes them.
        else token = await signInAs(app.services, admin)
        before = await rows()
      },
    )
    await fc.assert(property, { seed, numRuns: runsPerCall })
  },
  120_000,
)

test('more than a thousand were answered, some of them well: the calls themselves were reached', () => {
  expect(answered).toBeGreaterThan(1_000)
  expect(accepted).toBeGreaterThan(50)
})

/** A refusal is JSON: a detail, or lists of messages by field; never where in the program it came from. */
function expectRefusal(text: string) {
  const body: unknown = JSON.parse(text)
  const values = Object.values(body as object)
  expect(values.length, text).toBeGreaterThan(0)
  const isDetail = typeof (body as { detail?: unknown }).detail === 'string'
  const isFields = values.every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'),
  )
  expect(isDetail || isFields, text).toBe(true)
  expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d+/)
}
