import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { createInProcessClient } from '#server/pages/api-client.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const newPassword = 'quite another password'
const post = (path: string, token: string, json?: unknown) =>
  app.json(`/api/auth/${path}/`, { method: 'POST', token, json })
const signIn = (email: string, password: string, code?: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password, code } })

test('every procedure of the own account refuses visitors', async () => {
  const calls = [
    ['GET', 'me'],
    ['PATCH', 'me'],
    ['POST', 'password'],
    ['GET', 'totp'],
    ['POST', 'totp/start'],
    ['POST', 'totp/confirm'],
    ['POST', 'totp/disable'],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
  ]
  for (const [method = '', path] of calls) {
    const response = await app.json(`/api/auth/${path}/`, { method })
    expect([method, path, response.status]).toEqual([method, path, 401])
  }
})

test('users of any role can change their own name, and are found by it', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const token = await signInAs(app.services, user)
  const changed = await app.json('/api/auth/me/', {
    method: 'PATCH',
    token,
    json: { name: '  Noëlla Mugisha ' },
  })
  expect(changed.body).toEqual({
    id: user.id,
    email: user.email,
    name: 'Noëlla Mugisha',
    role: 'RECRUITER',
    second_factor_due: false,
  })
  expect((await app.json('/api/auth/me/', { token })).body.name).toBe('Noëlla Mugisha')
  const found = await app.json('/api/admin/users/?search=noella', {
    token: await app.signIn('ADMIN'),
  })
  expect(found.body.results).toMatchObject([{ id: user.id }])
})

test('a concurrent change of the own name does not restore a removed role', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const client = createInProcessClient({
    ...app.services,
    requestId: '',
    path: '',
    headers: new Headers(),
    clientIp: '',
    responseHeaders: new Headers(),
    // The viewer as it was when the request began.
    viewer: { ...user, role: 'ADMIN', sessionId: '' },
    hasInvalidToken: false,
  })
  expect(await client.accounts.updateMe({ name: 'Quick' })).toMatchObject({ role: 'EDITOR' })
  const token = await signInAs(app.services, user)
  expect((await app.json('/api/auth/me/', { token })).body.role).toBe('EDITOR')
})

test('the own name cannot be empty, and no other own field can be changed with it', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const token = await signInAs(app.services, user)
  const patch = (json: unknown) => app.json('/api/auth/me/', { method: 'PATCH', token, json })
  const empty = await patch({ name: ' ' })
  expect([empty.status, empty.body]).toEqual([400, { name: ['Name is required'] }])
  const long = await patch({ name: 'x'.repeat(121) })
  expect(long.body).toEqual({ name: ['At most 120 characters'] })
  const sneaky = await patch({ role: 'ADMIN', email: 'other@huza.example' })
  expect(sneaky.body).toMatchObject({ role: 'EDITOR', email: user.email, name: user.name })
})

test('after a password change only the new one signs in, and only the current session stays', async () => {
  const user = await createUser(app.services)
  const here = await openTestSession(app.services, user)
  const there = await openTestSession(app.services, user)
  const response = await post('password', here.access, {
    current_password: testPassword,
    new_password: newPassword,
  })
  expect(response.status).toBe(204)
  expect((await app.json('/api/auth/me/', { token: here.access })).status).toBe(200)
  expect((await app.json('/api/auth/me/', { token: there.access })).status).toBe(401)
  const renew = (refresh: string) =>
    app.json('/api/auth/refresh/', { method: 'POST', json: { refresh } })
  expect((await renew(there.refresh)).status).toBe(401)
  expect((await renew(here.refresh)).status).toBe(200)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await signIn(user.email, newPassword)).status).toBe(200)
})

test('of two concurrent password changes one succeeds and the other is refused', async () => {
  const user = await createUser(app.services)
  const passwords = ['the first new password', 'the second new password']
  const token = await signInAs(app.services, user)
  const elsewhere = await signInAs(app.services, user)
  const responses = await Promise.all(
    passwords.map((new_password, index) =>
      post('password', index === 0 ? token : elsewhere, {
        current_password: testPassword,
        new_password,
      }),
    ),
  )
  const counts = responses.map(({ status }) => status === 204)
  expect(counts.filter(Boolean)).toHaveLength(1)
  for (const [index, password] of passwords.entries()) {
    expect((await signIn(user.email, password)).status).toBe(counts[index] ? 200 : 401)
  }
})

test('passwords are stored as argon2id with the parameters that OWASP recommends', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  await post('password', token, { current_password: testPassword, new_password: newPassword })
  const { password_hash } = await app.services.database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a new password has 12 to 200 characters and is not the email', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  const change = (new_password: unknown, current_password: unknown = testPassword) =>
    post('password', token, { current_password, new_password })
  expect((await change('elevenchars')).body).toEqual({
    new_password: ['Use at least 12 characters'],
  })
  expect((await change('x'.repeat(201))).body).toEqual({
    new_password: ['Use at most 200 characters'],
  })
  expect((await change(user.email.toUpperCase())).body).toEqual({
    new_password: ['Use something else than the email address'],
  })
  expect((await post('password', token, {})).body).toEqual({
    current_password: ['Password is required'],
    new_password: ['Password is required'],
  })
  expect((await signIn(user.email, testPassword)).status).toBe(200)
})

test('a wrong current password changes nothing, and a session has five attempts', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  const guess = () =>
    post('password', token, { current_password: 'guess', new_password: newPassword })
  const wrong = await guess()
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { current_password: ['This password is not right'] },
  ])
  for (let tries = 1; tries < 5; tries += 1) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
  expect((await post('totp/disable', token, { password: 'guess' })).status).toBe(429)
  expect((await post('totp/start', token, { password: 'guess' })).status).toBe(429)
  expect((await signIn(user.email, testPassword)).status).toBe(200)
  const elsewhere = await signInAs(app.services, user)
  expect((await post('totp/start', elsewhere, { password: testPassword })).status).toBe(200)
})

test('failed sign-ins at their own address keep nobody who is signed in from confirming', async () => {
  const user = await createUser(app.services)
  const token = await signInAs(app.services, user)
  for (let tries = 0; tries < 5; tries += 1) await signIn(user.email, 'guess')
  expect((await signIn(user.email, testPassword)).status).toBe(429)
  expect((await post('totp/start', token, { password: testPassword })).status).toBe(200)
})

test('correct passwords never count against the limit', async () => {
  const token = await signInAs(app.services, await createUser(app.services))
  for (let tries = 0; tries < 8; tries += 1) {
    expect((await post('totp/start', token, { password: testPassword })).status).toBe(200)
  }
})
