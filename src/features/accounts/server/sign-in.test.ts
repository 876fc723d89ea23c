import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

let addressCount = 0
/** Each test comes from addresses of its own, so that no test fills another's limits. */
const newAddress = () => `198.51.${Math.floor(addressCount / 250)}.${(addressCount++ % 250) + 1}`

const signIn = (json: unknown, address = newAddress()) =>
  app.json('/api/auth/login/', { method: 'POST', json, address })

const wrong = { detail: 'The e-mail or the password is not right.' }

test('a right password gives tokens that work, and the user without anything secret', async () => {
  const user = await createUser(app.services, { role: 'EDITOR', name: 'Keza Ingabire' })
  const answer = await signIn({ email: user.email, password: testPassword })
  expect(answer.status).toBe(200)
  expect(answer.body.user).toEqual({
    id: user.id,
    email: user.email,
    name: 'Keza Ingabire',
    role: 'EDITOR',
  })
  expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh', 'user'])
  const me = await app.json('/api/auth/me/', { token: answer.body.access })
  expect(me.status).toBe(200)
})

test('the e-mail is taken in capitals and with spaces around it', async () => {
  const user = await createUser(app.services)
  const answer = await signIn({ email: `  ${user.email.toUpperCase()} `, password: testPassword })
  expect(answer.status).toBe(200)
})

test('a wrong password and an unknown e-mail are answered alike', async () => {
  const user = await createUser(app.services)
  const known = await signIn({ email: user.email, password: 'not this one' })
  const unknown = await signIn({ email: 'nobody@huza.example', password: 'not this one' })
  expect([known.status, known.body]).toEqual([401, wrong])
  expect([unknown.status, unknown.body]).toEqual([401, wrong])
})

test('a disabled user gets no tokens, and is told why only after the right password', async () => {
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

test('every wrong field is named at once', async () => {
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

test('after five failures the account is closed to that address for 15 minutes, even to the right password', async () => {
  const user = await createUser(app.services)
  const address = newAddress()
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await signIn({ email: user.email, password: 'guess' }, address)).status).toBe(401)
  }
  const refused = await signIn({ email: user.email, password: testPassword }, address)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('900')
  expect(refused.body.detail).toContain('15 minutes')
  app.advanceS(15 * 60)
  expect((await signIn({ email: user.email, password: testPassword }, address)).status).toBe(200)
})

test('signing in rightly does not count, however often', async () => {
  const user = await createUser(app.services)
  const address = newAddress()
  for (let tries = 0; tries < 8; tries += 1) {
    expect((await signIn({ email: user.email, password: testPassword }, address)).status).toBe(200)
  }
})

test('parallel guesses cannot pass the limit together', async () => {
  const user = await createUser(app.services)
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn({ email: user.email, password: 'guess' }, address)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('an address that fails at 30 accounts is refused at the next', async () => {
  const address = newAddress()
  for (let tries = 0; tries < 30; tries += 1) {
    const email = `made-up-${tries}@huza.example`
    expect((await signIn({ email, password: 'guess' }, address)).status).toBe(401)
  }
  const refused = await signIn({ email: 'one-more@huza.example', password: 'guess' }, address)
  expect(refused.status).toBe(429)
  const kept = await app.services.database
    .selectFrom('limits')
    .select('key')
    .where('key', 'like', '%one-more%')
    .execute()
  expect(kept).toEqual([])
})

test('tries that are refused for one account leave the address its other accounts', async () => {
  const locked = await createUser(app.services)
  const colleague = await createUser(app.services)
  const office = newAddress()
  for (let tries = 0; tries < 40; tries += 1) {
    await signIn({ email: locked.email, password: 'guess' }, office)
  }
  expect((await signIn({ email: locked.email, password: testPassword }, office)).status).toBe(429)
  expect((await signIn({ email: colleague.email, password: testPassword }, office)).status).toBe(
    200,
  )
})

test('a stranger who fails 100 times from many addresses does not keep the admin out', async () => {
  const user = await createUser(app.services)
  const home = newAddress()
  await openTestSession(app.services, user, { clientIp: home })
  const guesses = Array.from({ length: 100 }, (_, index) => `guess ${index}`)
  const answers = await Promise.all(
    guesses.map((password) => signIn({ email: user.email, password })),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
  expect((await signIn({ email: user.email, password: testPassword })).status).toBe(429)
  expect((await signIn({ email: user.email, password: testPassword }, home)).status).toBe(200)
})

test('with a second factor the code is asked for after the right password, and only then', async () => {
  const { user } = await userWithSecondFactor()
  const guessed = await signIn({ email: user.email, password: 'guess' })
  expect([guessed.status, guessed.body]).toEqual([401, wrong])
  const asked = await signIn({ email: user.email, password: testPassword })
  expect([asked.status, asked.body]).toEqual([
    400,
    { code: ['Enter the 6-digit code of your authenticator app'] },
  ])
})

test('being asked for the code is no failure', async () => {
  const { user } = await userWithSecondFactor()
  const address = newAddress()
  for (let tries = 0; tries < 7; tries += 1) {
    const asked = await signIn({ email: user.email, password: testPassword, code: '' }, address)
    expect(asked.status).toBe(400)
  }
})

test('a code of the app signs in once', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const given = { email: user.email, password: testPassword, code: await codeAt(0) }
  expect((await signIn(given)).status).toBe(200)
  const again = await signIn(given)
  expect([again.status, again.body]).toEqual([400, { code: ['This code is not right'] }])
})

test('the same code sent twice at once signs in once', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const given = { email: user.email, password: testPassword, code: await codeAt(0) }
  const answers = await Promise.all([signIn(given), signIn(given)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('clocks may differ by one step and no more', async () => {
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
  const address = newAddress()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    const given = { email: user.email, password: testPassword, code: 'wrong1' }
    statuses.push((await signIn(given, address)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('a recovery code stands in for the app once, however it is typed', async () => {
  const { user, recoveryCodes } = await userWithSecondFactor()
  const [first = '', second = ''] = recoveryCodes
  const send = async (code: string) =>
    (await signIn({ email: user.email, password: testPassword, code })).status
  expect(await send(first)).toBe(200)
  expect(await send(first)).toBe(400)
  expect(await send(` ${second.replaceAll('-', ' ').toUpperCase()}`)).toBe(200)
})

test("another user's recovery code is worth nothing", async () => {
  const { recoveryCodes } = await userWithSecondFactor()
  const { user } = await userWithSecondFactor()
  const answer = await signIn({
    email: user.email,
    password: testPassword,
    code: recoveryCodes[0],
  })
  expect(answer.status).toBe(400)
})

test('after another SECRET_KEY a second factor says that it must be reset', async () => {
  const { user, codeAt } = await userWithSecondFactor()
  const other = await createUser(app.services)
  const { totp_secret } = await app.services.database
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  // What was kept for somebody else reads as little as what was kept under another key.
  await app.services.database
    .updateTable('users')
    .set({ totp_secret, totp_enabled_at: app.services.now().toISOString() })
    .where('id', '=', other.id)
    .execute()
  const answer = await signIn({ email: other.email, password: testPassword, code: await codeAt(0) })
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: [expect.stringContaining('ask an administrator to reset')] },
  ])
})

/** A user whose app was set up a while ago, so that no step near now is used up. */
async function userWithSecondFactor() {
  const user = await createUser(app.services)
  const started = await startSecondFactor(app.services, user)
  if (!started) throw new Error('The second factor is on already')
  const codeAt = (steps: number) => {
    const epoch = Math.floor(app.services.now().getTime() / 1000) + steps * 30
    return generate({ secret: started.secret, epoch })
  }
  const recoveryCodes = await confirmSecondFactor(app.services, user.id, await codeAt(0))
  if (typeof recoveryCodes === 'string') throw new Error(recoveryCodes)
  app.advanceS(5 * 60)
  return { user, codeAt, recoveryCodes }
}
