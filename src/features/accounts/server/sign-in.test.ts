import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

let clientCount = 0
/** Each test uses new client IPs, so that tests don't share limits. */
const newClientIp = () => `198.51.${Math.floor(clientCount / 250)}.${(clientCount++ % 250) + 1}`

const signIn = (json: unknown, clientIp = newClientIp()) =>
  app.json('/api/auth/login/', { method: 'POST', json, clientIp })

const wrong = { detail: 'The email or the password is not right.' }

test('a correct password returns working tokens and the user without secrets', async () => {
  const user = await createUser(app.services, { role: 'EDITOR', name: 'Keza Ingabire' })
  const response = await signIn({ email: user.email, password: testPassword })
  expect(response.status).toBe(200)
  expect(response.body.user).toEqual({
    id: user.id,
    email: user.email,
    name: 'Keza Ingabire',
    role: 'EDITOR',
    second_factor_due: false,
  })
  expect(Object.keys(response.body).sort()).toEqual(['access', 'refresh', 'user'])
  const me = await app.json('/api/auth/me/', { token: response.body.access })
  expect(me.status).toBe(200)
})

test('the email is case-insensitive and trimmed', async () => {
  const user = await createUser(app.services)
  const response = await signIn({ email: `  ${user.email.toUpperCase()} `, password: testPassword })
  expect(response.status).toBe(200)
})

test('a wrong password and an unknown email get the same response', async () => {
  const user = await createUser(app.services)
  const known = await signIn({ email: user.email, password: 'not this one' })
  const unknown = await signIn({ email: 'nobody@huza.example', password: 'not this one' })
  expect([known.status, known.body]).toEqual([401, wrong])
  expect([unknown.status, unknown.body]).toEqual([401, wrong])
})

test('a disabled user gets no tokens, and learns why only with the correct password', async () => {
  const user = await createUser(app.services)
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: app.services.now().toISOString() })
    .where('id', '=', user.id)
    .execute()
  const right = await signIn({ email: user.email, password: testPassword })
  expect(right.status).toBe(401)
  expect(right.body.detail).toContain('disabled')
  const guessed = await signIn({ email: user.email, password: 'not this one' })
  expect(guessed.body).toEqual(wrong)
})

test('all invalid fields are named at once', async () => {
  const nothing = await signIn({})
  expect([nothing.status, nothing.body]).toEqual([
    400,
    { email: ['Email is required'], password: ['Password is required'] },
  ])
  const broken = await signIn({
    email: 'no address',
    password: 'x'.repeat(201),
    code: 'x'.repeat(41),
  })
  expect(broken.body).toEqual({
    email: ['Please enter a valid email address'],
    password: ['At most 200 characters'],
    code: ['This code is not right'],
  })
})

test('after five failures the account is locked for that client IP for 15 minutes, even for the correct password', async () => {
  const user = await createUser(app.services)
  const clientIp = newClientIp()
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await signIn({ email: user.email, password: 'guess' }, clientIp)).status).toBe(401)
  }
  const refused = await signIn({ email: user.email, password: testPassword }, clientIp)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('900')
  expect(refused.body.detail).toContain('15 minutes')
  app.advanceS(15 * 60)
  expect((await signIn({ email: user.email, password: testPassword }, clientIp)).status).toBe(200)
})

test('successful sign-ins never count against the limit', async () => {
  const user = await createUser(app.services)
  const clientIp = newClientIp()
  for (let tries = 0; tries < 8; tries += 1) {
    expect((await signIn({ email: user.email, password: testPassword }, clientIp)).status).toBe(200)
  }
})

test('concurrent guesses cannot exceed the limit together', async () => {
  const user = await createUser(app.services)
  const clientIp = newClientIp()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => signIn({ email: user.email, password: 'guess' }, clientIp)),
  )
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('a client IP that fails at 30 accounts is refused at the next', async () => {
  const clientIp = newClientIp()
  for (let tries = 0; tries < 30; tries += 1) {
    const email = `made-up-${tries}@huza.example`
    expect((await signIn({ email, password: 'guess' }, clientIp)).status).toBe(401)
  }
  const refused = await signIn({ email: 'one-more@huza.example', password: 'guess' }, clientIp)
  expect(refused.status).toBe(429)
  const rows = await app.services.database
    .selectFrom('limits')
    .select('key')
    .where('key', 'like', '%one-more%')
    .execute()
  expect(rows).toEqual([])
})

test('attempts refused for one account do not count against the client IP', async () => {
  const locked = await createUser(app.services)
  const colleague = await createUser(app.services)
  const office = newClientIp()
  for (let tries = 0; tries < 40; tries += 1) {
    await signIn({ email: locked.email, password: 'guess' }, office)
  }
  expect((await signIn({ email: locked.email, password: testPassword }, office)).status).toBe(429)
  expect((await signIn({ email: colleague.email, password: testPassword }, office)).status).toBe(
    200,
  )
})

test('100 failures from many client IPs do not lock out the admin', async () => {
  const user = await createUser(app.services)
  const home = newClientIp()
  await openTestSession(app.services, user, { clientIp: home })
  const guesses = Array.from({ length: 100 }, (_, index) => `guess ${index}`)
  const responses = await Promise.all(
    guesses.map((password) => signIn({ email: user.email, password })),
  )
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(50)
  expect((await signIn({ email: user.email, password: testPassword })).status).toBe(429)
  expect((await signIn({ email: user.email, password: testPassword }, home)).status).toBe(200)
})

test('the code of the second factor is requested only after the correct password', async () => {
  const { user } = await userWithSecondFactor()
  const guessed = await signIn({ email: user.email, password: 'guess' })
  expect([guessed.status, guessed.body]).toEqual([401, wrong])
  const prompted = await signIn({ email: user.email, password: testPassword })
  expect([prompted.status, prompted.body]).toEqual([
    400,
    { code: ['Enter the 6-digit code of your authenticator app'] },
  ])
})

test('a request for the code does not count as a failure', async () => {
  const { user } = await userWithSecondFactor()
  const clientIp = newClientIp()
  for (let tries = 0; tries < 7; tries += 1) {
    const prompted = await signIn({ email: user.email, password: testPassword, code: '' }, clientIp)
    expect(prompted.status).toBe(400)
  }
})

test('a code of the authenticator app is good for one sign-in', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const given = { email: user.email, password: testPassword, code: await codeAt(0) }
  expect((await signIn(given)).status).toBe(200)
  const again = await signIn(given)
  expect([again.status, again.body]).toEqual([400, { code: ['This code is not right'] }])
})

test('of two concurrent sign-ins with the same code one succeeds', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const given = { email: user.email, password: testPassword, code: await codeAt(0) }
  const responses = await Promise.all([signIn(given), signIn(given)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('clocks may differ by at most one time step', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const send = async (steps: number) =>
    (await signIn({ email: user.email, password: testPassword, code: await codeAt(steps) })).status
  expect(await send(2)).toBe(400)
  expect(await send(-2)).toBe(400)
  expect(await send(-1)).toBe(200)
  expect(await send(1)).toBe(200)
})

test('wrong codes count as failures', async () => {
  const { user } = await userWithSecondFactor()
  const clientIp = newClientIp()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    const given = { email: user.email, password: testPassword, code: 'wrong1' }
    statuses.push((await signIn(given, clientIp)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('a recovery code replaces the app once, in any spelling', async () => {
  const { user, recoveryCodes } = await userWithSecondFactor()
  const [first = '', second = ''] = recoveryCodes
  const send = async (code: string) =>
    (await signIn({ email: user.email, password: testPassword, code })).status
  expect(await send(first)).toBe(200)
  expect(await send(first)).toBe(400)
  expect(await send(` ${second.replaceAll('-', ' ').toUpperCase()}`)).toBe(200)
})

test("another user's recovery code is refused", async () => {
  const { recoveryCodes } = await userWithSecondFactor()
  const { user } = await userWithSecondFactor()
  const response = await signIn({
    email: user.email,
    password: testPassword,
    code: recoveryCodes[0],
  })
  expect(response.status).toBe(400)
})

test('after a change of SECRET_KEY a second factor must be reset, and the message says so', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const other = await createUser(app.services)
  const { totp_secret } = await app.services.database
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  // A secret copied from another user can't be decrypted either.
  await app.services.database
    .updateTable('users')
    .set({ totp_secret, totp_enabled_at: app.services.now().toISOString() })
    .where('id', '=', other.id)
    .execute()
  const response = await signIn({
    email: other.email,
    password: testPassword,
    code: await codeAt(0),
  })
  expect([response.status, response.body]).toEqual([
    400,
    { code: [expect.stringContaining('ask an administrator to reset')] },
  ])
})

/** A user who set up the app a while ago, so that no time step near now is used. */
async function userWithSecondFactor() {
  const user = await createUser(app.services)
  const started = await startSecondFactor(app.services, user)
  if (!started) throw new Error('The second factor is on already')
  const codeAt = (steps: number) => {
    const epoch = Math.floor(app.services.now().getTime() / 1000) + steps * 30
    return generate({ secret: started.secret, epoch })
  }
  const recoveryCodes = await confirmSecondFactor(
    { ...app.services, viewer: null, clientIp: '' },
    user.id,
    await codeAt(0),
  )
  if (typeof recoveryCodes === 'string') throw new Error(recoveryCodes)
  app.advanceS(5 * 60)
  return { user, codeAt, recoveryCodes }
}
