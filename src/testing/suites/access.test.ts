import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allProcedures } from '#api/all-procedures.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { editors, type Role, recruiters, roles } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '../app.ts'

type StaffProcedure = {
  name: string
  method: string
  path: string
  access: ProcedureMeta['access']
}

/** Every procedure that is not public, read from the contract, so that none is missed. */
const staffProcedures: StaffProcedure[] = [...allProcedures].flatMap(
  ([name, { route, access }]) => {
    if (access === 'public') return []
    const path = `/api${route.path?.replace('{id}', '1')}`
    return [{ name, method: route.method ?? 'POST', path, access }]
  },
)

/** Public procedures with a staff-only view, and the queries that select it. */
const staffViews: StaffProcedure[] = [
  { path: 'cohorts', queries: ['status=all', 'search=a', 'ordering=name'], access: recruiters },
  { path: 'news', queries: ['status=all', 'search=a', 'ordering=title'], access: editors },
  { path: 'testimonies', queries: ['status=all', 'search=a'], access: editors },
  { path: 'team-members', queries: ['status=all', 'search=a', 'role=a'], access: editors },
].flatMap(({ path, queries, access }) =>
  queries.map((query) => ({
    name: `the list of ${path} with ${query}`,
    method: 'GET',
    path: `/api/website/${path}/?${query}`,
    access,
  })),
)

let app: TestApp
let tokens: Record<Role | 'expired' | 'signedOut' | 'forged' | 'unsigned', string>

beforeAll(async () => {
  app = await startTestApp()
  const expired = await app.signIn('ADMIN')
  app.advanceS(16 * 60)
  const signedOut = await app.signIn('ADMIN')
  await app.request('/api/auth/logout/', { method: 'POST', token: signedOut, json: {} })
  const admin = await app.signIn('ADMIN')
  const [, claims = ''] = admin.split('.')
  const forged = await new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('another secret that is long enough'))
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  tokens = {
    ADMIN: admin,
    EDITOR: await app.signIn('EDITOR'),
    RECRUITER: await app.signIn('RECRUITER'),
    expired,
    signedOut,
    forged,
    unsigned: `${none}.${claims}.`,
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (procedure: StaffProcedure, path: string, token?: string) =>
  app.json(path, {
    method: procedure.method,
    ...(procedure.method === 'GET' ? {} : { json: {} }),
    ...(token === undefined ? {} : { token }),
  })

const withoutSlash = (path: string) => path.replace(/\/(?=$|\?)/, '')

test('the contract has staff procedures to enumerate', () => {
  expect(staffProcedures.length).toBeGreaterThan(25)
})

describe.each([...staffProcedures, ...staffViews])('$name', (procedure) => {
  test.each([procedure.path, withoutSlash(procedure.path)])(
    '%s refuses visitors, invalid tokens and other roles',
    async (path) => {
      expect(await send(procedure, path)).toMatchObject({
        status: 401,
        body: { detail: 'No token provided' },
      })
      for (const kind of ['expired', 'signedOut', 'forged', 'unsigned'] as const) {
        expect(await send(procedure, path, tokens[kind])).toMatchObject({
          status: 401,
          body: { detail: 'Invalid token' },
        })
      }
      const allowed: readonly string[] =
        typeof procedure.access === 'string' ? roles : procedure.access
      for (const role of roles) {
        const { status } = await send(procedure, path, tokens[role])
        if (!allowed.includes(role)) expect(status).toBe(403)
      }
    },
  )
})

test('users with the required role reach the procedure', async () => {
  for (const procedure of [...staffProcedures, ...staffViews]) {
    const role = typeof procedure.access === 'string' ? 'EDITOR' : (procedure.access.at(-1) as Role)
    // Some calls end the session that makes them.
    const token = procedure.name.startsWith('accounts.') ? await app.signIn(role) : tokens[role]
    const { status } = await send(procedure, procedure.path, token)
    // The JSON body is a 415 for procedures that accept files.
    expect([200, 201, 204, 400, 404, 409, 415], procedure.name).toContain(status)
  }
})

test.each([
  ['cohorts', recruiters, () => createCohort(app.services, { status: 'draft' })],
  ['news', editors, () => createArticle(app.services, { published_at: null })],
  ['testimonies', editors, () => createTestimonial(app.services, { status: 'PENDING' })],
  ['team-members', editors, () => createMember(app.services, { status: 'INACTIVE' })],
] as const)(
  'the list of %s without filters shows staff all of it',
  async (path, allowed, create) => {
    const id = await create()
    const list = `/api/website/${path}/`
    const isListed = async (token?: string) => {
      const { status, body } = await app.json(list, token ? { token } : {})
      expect(status).toBe(200)
      return body.results.some((row: { id: number }) => row.id === id)
    }
    for (const role of roles)
      expect(await isListed(tokens[role])).toBe(allowed.includes(role as never))
    expect(await isListed()).toBe(false)
    expect(await app.json(list, { token: tokens.expired })).toMatchObject({
      status: 401,
      body: { detail: 'Invalid token' },
    })
  },
)
