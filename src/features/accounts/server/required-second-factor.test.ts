import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { allProcedures } from '#api/all-procedures.ts'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp({ REQUIRE_TOTP: 'ADMIN, RECRUITER' })
afterAll(() => app[Symbol.asyncDispose]())

const required = {
  detail: 'Your role requires a second factor. Please set it up in the dashboard first.',
}
const me = async (token: string) => (await app.json('/api/auth/me/', { token })).body
const post = (path: string, token: string, json: object) =>
  app.json(`/api/auth/${path}/`, { method: 'POST', token, json })

test('signing in tells a user of a required role to set the second factor up', async () => {
  for (const [role, second_factor_due] of [
    ['ADMIN', true],
    ['RECRUITER', true],
    ['EDITOR', false],
  ] as const) {
    const { email } = await createUser(app.services, { role })
    const json = { email, password: testPassword }
    const { body } = await app.json('/api/auth/login/', { method: 'POST', json })
    expect(body.user).toMatchObject({ role, second_factor_due })
    expect(await me(body.access)).toMatchObject({ role, second_factor_due })
  }
})

test('before that every procedure that is not public is refused, but for what setting it up takes', async () => {
  const token = await app.signIn('ADMIN')
  const allowed: string[] = []
  for (const [name, { route, access }] of allProcedures) {
    if (access === 'public') continue
    const { method = 'POST', path = '' } = route
    const { status, body } = await app.json(`/api${path.replace('{id}', '1')}`, {
      method,
      token,
      ...(method === 'GET' ? {} : { json: {} }),
    })
    if (status === 403) expect(body).toEqual(required)
    else allowed.push(name)
  }
  expect(allowed).toEqual([
    'accounts.me',
    'accounts.secondFactor',
    'accounts.startSecondFactor',
    'accounts.confirmSecondFactor',
  ])
})

test('before that the public sees as much: what staff alone see is refused', async () => {
  const token = await app.signIn('ADMIN')
  expect((await app.json('/api/website/cohorts/', { token })).status).toBe(200)
  const staffView = await app.json('/api/website/cohorts/?status=all', { token })
  expect([staffView.status, staffView.body]).toEqual([403, required])
})

test('with the second factor set up everything is open; without it again, nothing', async () => {
  const user = await createUser(app.services, { role: 'ADMIN' })
  const token = await signInAs(app.services, user)
  const users = async () => (await app.json('/api/admin/users/', { token })).status
  expect(await users()).toBe(403)
  const { body } = await post('totp/start', token, { password: testPassword })
  const epoch = Math.floor(app.services.now().getTime() / 1000)
  const code = await generate({ secret: body.secret, epoch })
  const confirmed = await post('totp/confirm', token, { code })
  expect(confirmed.status).toBe(200)
  expect(await me(token)).toMatchObject({ second_factor_due: false })
  expect(await users()).toBe(200)
  const [recoveryCode] = confirmed.body.recovery_codes
  await post('totp/disable', token, { password: testPassword, code: recoveryCode })
  expect(await users()).toBe(403)
})

test('a session that was opened by the password alone ends as its user sets the second factor up', async () => {
  const user = await createUser(app.services, { role: 'ADMIN' })
  const [own, other] = [await signInAs(app.services, user), await signInAs(app.services, user)]
  const { body } = await post('totp/start', own, { password: testPassword })
  const epoch = Math.floor(app.services.now().getTime() / 1000)
  const code = await generate({ secret: body.secret, epoch })
  expect((await post('totp/confirm', own, { code })).status).toBe(200)
  expect((await app.json('/api/admin/users/', { token: own })).status).toBe(200)
  expect((await app.json('/api/auth/me/', { token: other })).status).toBe(401)
})

test('before that one can sign out', async () => {
  const token = await app.signIn('ADMIN')
  expect((await post('logout', token, {})).status).toBe(204)
  expect((await app.json('/api/auth/me/', { token })).body).toEqual({ detail: 'Invalid token' })
})
