import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSqlite } from '#database/engine.ts'
import type { Tables } from '#database/tables.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'
import { type BadRequest, badRequests, procedures } from '../bad-requests.ts'

/** A failure prints its seed; set FUZZ_SEED to reproduce it or to try other requests. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const runsPerProcedure = Math.ceil(1_500 / procedures.length)

let app: TestApp
let existing: unknown[]
/** All but limits and the audit log: any request may change these, a read of a resume included. */
let tables: (keyof Tables)[]
beforeAll(async () => {
  app = await startTestApp()
  const target = await createCohortAndStack(app, { limit: 1000 })
  const application = await createApplication(app.services, target)
  const other = await createUser(app.services, { role: 'RECRUITER' })
  const article = await createArticle(app.services)
  const comment = await createComment(app.services, article)
  const talent = await createTalent(app.services)
  const all = await app.services.database.introspection.getTables()
  tables = all
    .map(({ name }) => name as keyof Tables)
    .filter((name) => name !== 'limits' && name !== 'audit_log')
  existing = [target.cohort, target.tech_stack, application, other.id, article, comment, talent]
})
afterAll(() => app[Symbol.asyncDispose]())

let requestCount = 0
let acceptedCount = 0
let clients = 0

/** The rows of all these tables: on PostgreSQL in one query, as each of them takes its time there. */
async function rows() {
  const { database } = app.services
  if (isSqlite(database)) {
    const contents = tables.map((name) => sql`select * from ${sql.table(name)}`.execute(database))
    return JSON.stringify(await Promise.all(contents))
  }
  const contents = tables.map((name) => sql`(select json_agg(one) from ${sql.table(name)} one)`)
  return JSON.stringify(await sql`select json_build_array(${sql.join(contents)})`.execute(database))
}

async function send(bad: BadRequest, token: string | undefined) {
  clients += 1
  const headers = new Headers({ 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` })
  for (const [name, value] of bad.headers) headers.set(name, value)
  return app.request(bad.path, { ...bad, headers, ...(token ? { token } : {}) })
}

test.each(procedures.map((procedure) => [procedure.name, procedure] as const))(
  '%s refuses every bad request cleanly and stores nothing of it',
  async (_name, procedure) => {
    const admin = await createUser(app.services)
    let token = await signInAs(app.services, admin)
    let before = await rows()
    const property = fc.asyncProperty(
      badRequests(procedure, existing),
      fc.boolean(),
      async (bad, isAdmin) => {
        const response = await send(bad, isAdmin ? token : undefined)
        const text = await response.text()
        requestCount += 1
        if (response.ok) acceptedCount += 1
        expect(response.status, text).toBeLessThan(500)
        expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
        const isDownload = response.headers.has('content-disposition')
        const type = response.headers.get('content-type') ?? ''
        const [isJson, isStream] = [type.includes('json'), type.startsWith('text/event-stream')]
        if (bad.method === 'HEAD' || response.status === 204) expect(text).toBe('')
        else if (response.status >= 400) expectRefusal(text)
        else if (isJson) JSON.parse(text)
        else expect(isDownload || isStream).toBe(true)
        expect(await readdir(app.services.storage.spoolDir)).toEqual([])
        if (!response.ok || ['GET', 'HEAD'].includes(bad.method)) {
          expect(await rows()).toBe(before)
          return
        }
        // Some procedures end the session that calls them.
        token = await signInAs(app.services, admin)
        before = await rows()
      },
    )
    await fc.assert(property, { seed, numRuns: runsPerProcedure })
  },
  120_000,
)

test('the suite sent more than a thousand requests, and some of them were accepted', () => {
  expect(requestCount).toBeGreaterThan(1_000)
  expect(acceptedCount).toBeGreaterThan(50)
})

/** A refusal is JSON: a detail, or lists of messages by field, and never a stack trace. */
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
