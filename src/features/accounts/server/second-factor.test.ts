import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const post = (path: string, token: string, json?: unknown) =>
  app.json(`/api/auth/${path}/`, { method: 'POST', token, json })
const signIn = (email: string, password: string, code?: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password, code } })

test('the second factor is on only after a code of the new secret was confirmed', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  const isOn = async () => (await app.json('/api/auth/totp/', { token })).body
  expect(await isOn()).toEqual({ enabled: false, recovery_codes_left: 0 })

  const started = await post('totp/start', token, { password: testPassword })
  expect(started.status).toBe(200)
  expect(started.body.uri).toMatch(/^otpauth:\/\/totp\/Huza.*secret=/)
  expect(await isOn()).toEqual({ enabled: false, recovery_codes_left: 0 })
  expect((await signIn(user.email, testPassword)).status).toBe(200)

  const confirmed = await post('totp/confirm', token, { code: await codeOf(started.body.secret) })
  expect(confirmed.status).toBe(200)
  expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
  expect(await isOn()).toEqual({ enabled: true, recovery_codes_left: 10 })
  expect((await signIn(user.email, testPassword)).status).toBe(400)

  const [recoveryCode] = confirmed.body.recovery_codes
  expect((await signIn(user.email, testPassword, recoveryCode)).status).toBe(200)
  expect(await isOn()).toEqual({ enabled: true, recovery_codes_left: 9 })
})

test('the code that turned the second factor on cannot be used to sign in', async () => {
  const { user, secret } = await userWithSecondFactor()
  const response = await signIn(user.email, testPassword, await codeOf(secret))
  expect(response.body).toEqual({ code: ['This code is not right'] })
})

test('the database holds neither the secret nor the recovery codes in plain text', async () => {
  const { secret, recoveryCodes } = await userWithSecondFactor()
  const users = await app.services.database.selectFrom('users').selectAll().execute()
  const codes = await app.services.database.selectFrom('recovery_codes').selectAll().execute()
  const stored = JSON.stringify([users, codes])
  expect(stored).not.toContain(secret)
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replaceAll('-', ''))
  }
})

test('setting up the second factor needs the password, and cannot be repeated while it is on', async () => {
  const { token } = await userWithSecondFactor()
  const wrong = await post('totp/start', token, { password: 'guess' })
  expect([wrong.status, wrong.body]).toEqual([400, { password: ['This password is not right'] }])
  expect((await post('totp/start', token, {})).body).toEqual({ password: ['Password is required'] })
  expect((await post('totp/start', token, { password: testPassword })).status).toBe(409)
})

test('a second factor is not confirmed by a wrong code, without a setup, or twice', async () => {
  const token = await signInAs(app.services, await createUser(app.services))
  expect((await post('totp/confirm', token, { code: '123456' })).status).toBe(409)
  const { body } = await post('totp/start', token, { password: testPassword })
  expect((await post('totp/confirm', token, { code: 'abcdef' })).body).toEqual({
    code: ['This code is not right'],
  })
  expect((await post('totp/confirm', token, {})).body).toEqual({ code: ['Code is required'] })
  expect((await post('totp/confirm', token, { code: ' ' })).body).toEqual({
    code: ['Code is required'],
  })
  const code = await codeOf(body.secret)
  const responses = await Promise.all([1, 2].map(() => post('totp/confirm', token, { code })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const again = await post('totp/confirm', token, { code })
  expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(/on already/)])
  const { body: state } = await app.json('/api/auth/totp/', { token })
  expect(state.recovery_codes_left).toBe(10)
})

test('of codes that confirm a second factor, a session has five attempts in 15 minutes', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  const { body } = await post('totp/start', token, { password: testPassword })
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await post('totp/confirm', token, { code: '000000' })).status).toBe(400)
  }
  const refused = await post('totp/confirm', token, { code: await codeOf(body.secret) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  expect((await app.json('/api/auth/totp/', { token })).body.enabled).toBe(false)
  app.advanceS(15 * 60)
  const later = await signInAs(app.services, user)
  const code = await codeOf(body.secret)
  expect((await post('totp/confirm', later, { code })).status).toBe(200)
})

test('turning the second factor off needs password and code, and deletes the recovery codes', async () => {
  const { user, token, recoveryCodes } = await userWithSecondFactor()
  const disable = (password: string, code?: string) =>
    post('totp/disable', token, { password, code })
  const wrong = await disable('guess', recoveryCodes[1])
  expect([wrong.status, wrong.body]).toEqual([400, { password: ['This password is not right'] }])
  expect((await disable(testPassword)).body).toEqual({
    code: ['Enter the 6-digit code of your authenticator app'],
  })
  expect((await disable(testPassword, '000000')).body).toEqual({
    code: ['This code is not right'],
  })
  expect((await signIn(user.email, testPassword)).status).toBe(400)
  expect((await disable(testPassword, recoveryCodes[1])).status).toBe(204)
  expect((await signIn(user.email, testPassword)).status).toBe(200)

  const { body } = await post('totp/start', token, { password: testPassword })
  app.advanceS(60)
  await post('totp/confirm', token, { code: await codeOf(body.secret) })
  expect((await signIn(user.email, testPassword, recoveryCodes[0])).status).toBe(400)
})

test('new recovery codes need password and code, and replace the former ones', async () => {
  const { user, token, recoveryCodes } = await userWithSecondFactor()
  const renew = (password?: string, code?: string) => post('totp/renew', token, { password, code })
  expect((await renew()).body).toEqual({ password: ['Password is required'] })
  expect((await renew('guess', recoveryCodes[0])).body).toEqual({
    password: ['This password is not right'],
  })
  expect((await renew(testPassword)).body).toEqual({
    code: ['Enter the 6-digit code of your authenticator app'],
  })
  expect((await renew(testPassword, '000000')).body).toEqual({ code: ['This code is not right'] })
  expect((await signIn(user.email, testPassword, recoveryCodes[1])).status).toBe(200)

  const { status, body } = await renew(testPassword, recoveryCodes[0])
  expect([status, new Set(body.recovery_codes).size]).toEqual([200, 10])
  expect((await app.json('/api/auth/totp/', { token })).body.recovery_codes_left).toBe(10)
  for (const former of recoveryCodes.slice(1, 4)) {
    expect((await signIn(user.email, testPassword, former)).body).toEqual({
      code: ['This code is not right'],
    })
  }
  expect((await signIn(user.email, testPassword, body.recovery_codes[0])).status).toBe(200)
  const lines = app.services.database.selectFrom('audit_log').select(['target', 'details'])
  const last = await lines
    .where('target_id', '=', String(user.id))
    .where('action', '=', 'changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([last.target, last.details]).toEqual(['user', '{"fields":["recovery_codes"]}'])
})

test('of two renewals of the recovery codes at once, those of one are good', async () => {
  const { token, recoveryCodes } = await userWithSecondFactor()
  const renewals = await Promise.all(
    recoveryCodes
      .slice(0, 2)
      .map((code) => post('totp/renew', token, { password: testPassword, code })),
  )
  expect(renewals.map(({ status }) => status)).toContain(200)
  expect((await app.json('/api/auth/totp/', { token })).body.recovery_codes_left).toBe(10)
})

test('without a second factor there are no recovery codes to renew', async () => {
  const token = await signInAs(app.services, await createUser(app.services))
  expect((await post('totp/renew', token, { password: testPassword })).status).toBe(409)
  expect((await app.json('/api/auth/totp/', { token })).body.recovery_codes_left).toBe(0)
})

const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(app.services.now().getTime() / 1000) })

async function userWithSecondFactor() {
  // All these tests share one client IP, so its limits are reset.
  app.advanceS(15 * 60)
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  const { body } = await post('totp/start', token, { password: testPassword })
  const code = await codeOf(body.secret)
  const confirmed = await post('totp/confirm', token, { code })
  const recoveryCodes: string[] = confirmed.body.recovery_codes
  return { user, token, secret: body.secret as string, recoveryCodes }
}
