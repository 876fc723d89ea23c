import { isContractProcedure } from '@orpc/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { editors, type Role, recruiters, roles } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '../app.ts'

type StaffCall = { name: string; method: string; path: string; access: ProcedureMeta['access'] }

/** Every call that is not for everybody, read from the contract itself, so that none can be forgotten. */
const staffCalls: StaffCall[] = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) return []
    const { route, meta } = procedure['~orpc']
    const { access } = meta as ProcedureMeta
    if (access === 'public') return []
    const path = `/api${route.path?.replace('{id}', '1')}`
    return [{ name: `${feature}.${name}`, method: route.method ?? 'POST', path, access }]
  }),
)

/** Calls for everybody that have a staff's view too, with the queries that ask for it. */
const staffViews: StaffCall[] = [
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

const send = (call: StaffCall, path: string, token?: string) =>
  app.json(path, {
    method: call.method,
    ...(call.method === 'GET' ? {} : { json: {} }),
    ...(token === undefined ? {} : { token }),
  })

const withoutSlash = (path: string) => path.replace(/\/(?=$|\?)/, '')

test('there are staff calls to enumerate', () => {
  expect(staffCalls.length).toBeGreaterThan(25)
})

describe.each([...staffCalls, ...staffViews])('$name', (call) => {
  test.each([call.path, withoutSlash(call.path)])(
    '%s refuses who may not call it',
    async (path) => {
      expect(await send(call, path)).toMatchObject({
        status: 401,
        body: { detail: 'No token provided' },
      })
      for (const kind of ['expired', 'signedOut', 'forged', 'unsigned'] as const) {
        expect(await send(call, path, tokens[kind])).toMatchObject({
          status: 401,
          body: { detail: 'Invalid token' },
        })
      }
      const allowed: readonly string[] = typeof call.access === 'string' ? roles : call.access
      for (const role of roles) {
        const { status } = await send(call, path, tokens[role])
        if (!allowed.includes(role)) expect(status).toBe(403)
      }
    },
  )
})

test('who may call is let through to the call itself', async () => {
  for (const call of [...staffCalls, ...staffViews]) {
    const role = typeof call.access === 'string' ? 'EDITOR' : (call.access.at(-1) as Role)
    const token = await app.signIn(role)
    const { status } = await send(call, call.path, token)
    // One that takes files gets here what it can't read, and says so.
    expect([200, 201, 204, 400, 404, 409, 415], call.name).toContain(status)
  }
})
