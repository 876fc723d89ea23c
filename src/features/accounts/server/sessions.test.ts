import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { keyFor } from '#platform/security/signing.ts'
import { createUser, openTestSession, signInAs } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import { findCredentials } from './queries.ts'
import { openSession, removeOldSessions } from './sessions.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const day = 24 * 60 * 60
const refresh = (token: unknown) =>
  app.json('/api/auth/refresh/', { method: 'POST', json: { refresh: token } })
const me = (token: string) => app.json('/api/auth/me/', { token })
const newSession = async () => openTestSession(app.services, await createUser(app.services))

test('a staff procedure distinguishes a missing token from an invalid one', async () => {
  const nobody = await app.json('/api/auth/me/')
  expect([nobody.status, nobody.body]).toEqual([401, { detail: 'No token provided' }])
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic YTpi',
    'x'.repeat(5000),
  ]) {
    const response = await app.json('/api/auth/me/', { headers: { authorization } })
    expect([authorization, response.status, response.body]).toEqual([
      authorization,
      401,
      { detail: 'Invalid token' },
    ])
  }
})

test('tokens that were not signed here for this API are refused', async () => {
  const user = await createUser(app.services)
  const access = await signInAs(app.services, user)
  const [header = '', payload = '', signature = ''] = access.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect((await me(access)).status).toBe(200)

  const key = keyFor('access tokens', app.services.secret)
  const sign = (changed: object, by = key, alg = 'HS256') =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg }).sign(by)
  const other = await createUser(app.services)
  const forged = {
    'without a signature': new UnsecuredJWT(claims).encode(),
    'with alg none over the real signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.${signature}`,
    'with the signature cut off': `${header}.${payload}.`,
    'signed by another key': await sign({}, new Uint8Array(32)),
    'signed by the key of another purpose': await sign(
      {},
      keyFor('second factor', app.services.secret),
    ),
    'signed by the bare secret': await sign({}, new TextEncoder().encode(app.services.secret)),
    'with another algorithm': await sign({}, key, 'HS512'),
    'for another audience': await sign({ aud: 'elsewhere' }),
    'of another issuer': await sign({ iss: 'elsewhere' }),
    "with another user's id": await sign({ sub: String(other.id) }),
    'of an unknown session': await sign({ sid: 'unknown' }),
    'that never expires': await sign({ exp: undefined }),
  }
  for (const [name, token] of Object.entries(forged)) {
    const response = await me(token)
    expect([name, response.status, response.body]).toEqual([name, 401, { detail: 'Invalid token' }])
  }
  expect((await me(await sign({}))).status).toBe(200)
})

test('an access token lasts 15 minutes', async () => {
  const { access } = await newSession()
  app.advanceS(15 * 60 - 1)
  expect((await me(access)).status).toBe(200)
  app.advanceS(1)
  expect((await me(access)).status).toBe(401)
})

test('a changed role takes effect at once, despite an older token', async () => {
  const user = await createUser(app.services, { role: 'ADMIN' })
  const token = await signInAs(app.services, user)
  expect((await app.json('/api/admin/users/', { token })).status).toBe(200)
  await app.services.database
    .updateTable('users')
    .set({ role: 'EDITOR' })
    .where('id', '=', user.id)
    .execute()
  expect((await app.json('/api/admin/users/', { token })).status).toBe(403)
})

test('a disabled user loses access at once', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: app.services.now().toISOString() })
    .where('id', '=', user.id)
    .execute()
  expect((await me(token)).body).toEqual({ detail: 'Invalid token' })
})

test('no session is opened if the password changed since it was checked', async () => {
  const user = await createUser(app.services)
  await app.services.database
    .updateTable('users')
    .set({ password_hash: 'another by now' })
    .where('id', '=', user.id)
    .execute()
  await expect(openTestSession(app.services, user)).rejects.toThrow('cannot sign in')
})

test('no session is opened if the second factor was turned on since the password was checked', async () => {
  const { email } = await createUser(app.services)
  const credentials = await findCredentials(app.services.database, email)
  if (!credentials) throw new Error('There is no such user')
  const totp_enabled_at = app.services.now().toISOString()
  await app.services.database
    .updateTable('users')
    .set({ totp_enabled_at })
    .where('email', '=', email)
    .execute()
  const context = { ...app.services, clientIp: '192.0.2.1', headers: new Headers() }
  expect(await openSession(context, credentials)).toBeNull()
  expect(await openSession(context, { ...credentials, totp_enabled_at })).not.toBeNull()
})

test('a refresh token is exchanged for new tokens of both kinds', async () => {
  const first = await newSession()
  const response = await refresh(first.refresh)
  expect(response.status).toBe(200)
  expect(Object.keys(response.body).sort()).toEqual(['access', 'refresh'])
  expect(response.body.refresh).not.toBe(first.refresh)
  expect((await me(response.body.access)).status).toBe(200)
  expect((await refresh(response.body.refresh)).status).toBe(200)
})

test('invalid refresh tokens are refused', async () => {
  const { access } = await newSession()
  expect((await refresh('made up')).body).toEqual({ detail: 'Invalid token' })
  expect((await refresh(access)).status).toBe(400)
  expect((await refresh(undefined)).body).toEqual({ refresh: ['A refresh token is required'] })
  expect((await refresh('')).body).toEqual({ refresh: ['A refresh token is required'] })
})

test('the database holds no usable refresh token', async () => {
  const { refresh: token } = await newSession()
  const stored = await app.services.database.selectFrom('refresh_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('two tabs that refresh concurrently both stay signed in', async () => {
  const { refresh: token } = await newSession()
  const responses = await Promise.all([refresh(token), refresh(token)])
  app.advanceS(10)
  responses.push(await refresh(token))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  app.advanceS(60)
  for (const { body } of responses) expect((await refresh(body.refresh)).status).toBe(200)
})

test('of two results of concurrent refreshes one lives on; the other ends the session when it comes later', async () => {
  const { refresh: token } = await newSession()
  const [tab, thief] = await Promise.all([refresh(token), refresh(token)])
  app.advanceS(15 * 60)
  const renewed = await refresh(tab.body.refresh)
  expect(renewed.status).toBe(200)
  app.advanceS(11)
  expect((await refresh(thief.body.refresh)).body).toEqual({ detail: 'Invalid token' })
  expect((await me(renewed.body.access)).status).toBe(401)
  expect((await refresh(renewed.body.refresh)).status).toBe(401)
})

test('tabs that share what the last of them stored stay signed in, however often they refresh at once', async () => {
  let { refresh: stored } = await newSession()
  for (let round = 0; round < 4; round += 1) {
    const responses = await Promise.all([refresh(stored), refresh(stored), refresh(stored)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    stored = responses[round % 3]?.body.refresh
    app.advanceS(15 * 60)
  }
})

test('reuse of a refresh token after the grace period ends the whole session', async () => {
  const { refresh: stolen } = await newSession()
  const first = await refresh(stolen)
  app.advanceS(10)
  const second = await refresh(first.body.refresh)
  app.advanceS(1)
  expect((await refresh(stolen)).body).toEqual({ detail: 'Invalid token' })
  expect((await me(first.body.access)).status).toBe(401)
  expect((await me(second.body.access)).status).toBe(401)
  expect((await refresh(second.body.refresh)).status).toBe(401)
})

test('a session lasts 30 days without use, and at most 90', async () => {
  const unused = await newSession()
  const used = await newSession()
  let token = used.refresh
  for (let weeks = 4; weeks <= 12; weeks += 4) {
    app.advanceS(28 * day)
    const response = await refresh(token)
    expect(response.status).toBe(200)
    token = response.body.refresh
  }
  expect((await refresh(unused.refresh)).status).toBe(401)
  app.advanceS(6 * day - 60)
  const last = await refresh(token)
  expect((await me(last.body.access)).status).toBe(200)
  app.advanceS(60)
  expect((await me(last.body.access)).status).toBe(401)
  expect((await refresh(last.body.refresh)).status).toBe(401)
})

test('signing out by the access token ends its session and no other', async () => {
  const user = await createUser(app.services)
  const here = await openTestSession(app.services, user)
  const there = await openTestSession(app.services, user)
  const signOut = () => app.request('/api/auth/logout/', { method: 'POST', token: here.access })
  expect((await signOut()).status).toBe(204)
  expect((await signOut()).status).toBe(204)
  expect((await me(here.access)).body).toEqual({ detail: 'Invalid token' })
  expect((await refresh(here.refresh)).status).toBe(401)
  expect((await me(there.access)).status).toBe(200)
})

test('signing out by the refresh token needs no access token; unknown tokens are ignored', async () => {
  const session = await newSession()
  const signOut = (token: string) =>
    app.request('/api/auth/logout/', { method: 'POST', json: { refresh: token } })
  expect((await signOut('made up')).status).toBe(204)
  expect((await signOut(session.refresh)).status).toBe(204)
  expect((await me(session.access)).status).toBe(401)
})

test('sessions are deleted 30 days after they ended, and no sooner', async () => {
  const user = await createUser(app.services)
  const ended = await openTestSession(app.services, user)
  await app.request('/api/auth/logout/', { method: 'POST', token: ended.access })
  const count = async () => {
    await removeOldSessions(app.services)
    const rows = await app.services.database
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    return rows.length
  }
  app.advanceS(30 * day)
  expect(await count()).toBe(1)
  app.advanceS(1)
  expect(await count()).toBe(0)
})
