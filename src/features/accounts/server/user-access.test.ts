import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const me = await createUser(app.services, { role: 'ADMIN', name: 'Zawadi Admin' })
const token = await signInAs(app.services, me)
const password = 'a password for others'
const proofAsked = 'Enter your own password to confirm this'

const list = (query = '') => app.json(`/api/admin/users/${query}`, { token })
const create = (json: unknown) => app.json('/api/admin/users/', { method: 'POST', token, json })
const change = (id: number | string, json: unknown, by = token) =>
  app.json(`/api/admin/users/${id}/`, { method: 'PATCH', token: by, json })
const remove = (id: number | string, by = token) =>
  app.json(`/api/admin/users/${id}/`, { method: 'DELETE', token: by })
const signIn = (email: string, secret: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password: secret } })

test('a disabled user loses access at once, and must sign in again when enabled', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const theirs = await openTestSession(app.services, user)
  expect((await change(user.id, { disabled: true })).body.disabled).toBe(true)
  const isIn = async () => (await app.json('/api/auth/me/', { token: theirs.access })).status
  expect(await isIn()).toBe(401)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await change(user.id, { disabled: false })).body.disabled).toBe(false)
  expect(await isIn()).toBe(401)
  const renewed = await app.json('/api/auth/refresh/', {
    method: 'POST',
    json: { refresh: theirs.refresh },
  })
  expect(renewed.status).toBe(401)
  expect((await signIn(user.email, testPassword)).status).toBe(200)
})

test('a password set by an administrator ends all sessions of the user', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const theirs = await signInAs(app.services, user)
  expect((await change(user.id, { password: 'short' })).body).toEqual({
    password: ['Use at least 12 characters'],
  })
  expect((await change(user.id, { password: user.email })).status).toBe(400)
  expect((await app.json('/api/auth/me/', { token: theirs })).status).toBe(200)
  expect((await change(user.id, { password, current_password: testPassword })).status).toBe(200)
  expect((await app.json('/api/auth/me/', { token: theirs })).status).toBe(401)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await signIn(user.email, password)).status).toBe(200)
})

test('an administrator can reset a lost second factor, with the own password', async () => {
  const { user } = await userWithSecondFactor()
  expect((await change(user.id, {})).body.second_factor).toBe(true)
  expect((await signIn(user.email, testPassword)).status).toBe(400)
  const unproven = await change(user.id, { reset_second_factor: true })
  expect([unproven.status, unproven.body]).toEqual([400, { current_password: [proofAsked] }])
  expect((await signIn(user.email, testPassword)).status).toBe(400)
  const proof = { current_password: testPassword }
  const before = await signInAs(app.services, user)
  const reset = await change(user.id, { reset_second_factor: true, ...proof })
  expect(reset.body.second_factor).toBe(false)
  expect((await app.json('/api/auth/me/', { token: before })).status).toBe(401)
  expect((await signIn(user.email, testPassword)).status).toBe(200)
})

test('making somebody an administrator asks for the own password', async () => {
  const given = { email: 'boss@huza.example', name: 'Boss', role: 'ADMIN', password }
  expect((await create(given)).body).toEqual({ current_password: [proofAsked] })
  const wrong = { current_password: ['This password is not right'] }
  expect((await create({ ...given, current_password: 'guess' })).body).toEqual(wrong)
  expect((await list('?search=boss@huza')).body.total_items).toBe(0)
  expect((await create({ ...given, current_password: testPassword })).status).toBe(201)

  const user = await createUser(app.services, { role: 'EDITOR' })
  const promote = (proof: object) => change(user.id, { role: 'ADMIN', ...proof })
  expect((await promote({})).body).toEqual({ current_password: [proofAsked] })
  expect((await promote({ current_password: password })).body).toEqual(wrong)
  expect((await change(user.id, {})).body.role).toBe('EDITOR')
  expect((await promote({ current_password: testPassword })).body.role).toBe('ADMIN')
  expect((await change(user.id, { role: 'ADMIN', name: 'Still' })).body.name).toBe('Still')
})

test.each([
  ['by an invitation', {}],
  ['with a password', { password }],
])('a new account %s asks for the own password, whatever its role', async (_, more) => {
  const given = { email: 'new@huza.example', name: 'New', role: 'RECRUITER', ...more }
  expect((await create(given)).body).toEqual({ current_password: [proofAsked] })
  const guessed = await create({ ...given, current_password: 'guess' })
  expect(guessed.body).toEqual({ current_password: ['This password is not right'] })
  expect((await list('?search=new@huza')).body.total_items).toBe(0)
  const created = await create({ ...given, current_password: testPassword })
  expect(created.status).toBe(201)
  expect((await remove(created.body.id)).status).toBe(204)
})

test.each(['ADMIN', 'RECRUITER'] as const)(
  "another's password and email ask for the own password (%s)",
  async (role) => {
    const boss = await createUser(app.services, { role })
    for (const taken of [{ password }, { email: `taken-${boss.email}` }]) {
      const unproven = await change(boss.id, taken)
      expect([unproven.status, unproven.body]).toEqual([400, { current_password: [proofAsked] }])
    }
    expect((await signIn(boss.email, testPassword)).status).toBe(200)
    expect((await change(boss.id, { name: 'Renamed' })).body.name).toBe('Renamed')
    const proof = { current_password: testPassword }
    expect((await change(boss.id, { password, ...proof })).status).toBe(200)
    expect((await signIn(boss.email, password)).status).toBe(200)
  },
)

test('an administrator with a second factor proves themselves by its code as well', async () => {
  const { user: admin, codeOf } = await userWithSecondFactor()
  const theirs = await signInAs(app.services, admin)
  const user = await createUser(app.services, { role: 'EDITOR' })
  const promote = (code?: string) =>
    change(user.id, { role: 'ADMIN', current_password: testPassword, code }, theirs)
  const code = ['Enter the 6-digit code of your authenticator app']
  expect((await promote()).body).toEqual({ code })
  expect((await promote('000000')).body).toEqual({ code: ['This code is not right'] })
  expect((await change(user.id, {})).body.role).toBe('EDITOR')
  app.advanceS(60)
  const right = await codeOf()
  expect((await promote(right)).body.role).toBe('ADMIN')
  const again = await createUser(app.services, { role: 'EDITOR' })
  const replayed = { role: 'ADMIN', current_password: testPassword, code: right }
  expect((await change(again.id, replayed, theirs)).status).toBe(400)
})

test('the own email asks for the own password, and so does that of anybody else', async () => {
  const admin = await createUser(app.services, { role: 'ADMIN' })
  const here = await signInAs(app.services, admin)
  const email = `other-${admin.email}`
  expect((await change(admin.id, { email }, here)).body).toEqual({ current_password: [proofAsked] })
  expect((await change(admin.id, { email: admin.email }, here)).status).toBe(200)
  const editor = await createUser(app.services, { role: 'EDITOR' })
  const changes = { email, name: 'Zawadi' }
  expect(await change(editor.id, changes)).toMatchObject({
    status: 400,
    body: { current_password: [proofAsked] },
  })
  expect((await change(editor.id, { email: editor.email, name: 'Zawadi' })).status).toBe(200)
  const proven = await change(editor.id, { ...changes, current_password: testPassword })
  expect(proven.body.email).toBe(email)
})

test('a deleted user loses access at once', async () => {
  const user = await createUser(app.services)
  const theirs = await signInAs(app.services, user)
  expect((await remove(user.id)).status).toBe(204)
  expect((await app.json('/api/auth/me/', { token: theirs })).status).toBe(401)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await remove(user.id)).status).toBe(404)
  expect((await change(user.id, { name: 'Nobody' })).status).toBe(404)
  expect((await change('x', {})).body).toEqual({ id: ['A valid id is required'] })
})

test('administrators cannot disable, demote or delete themselves, nor set their own password here', async () => {
  const refused = [
    await change(me.id, { disabled: true }),
    await change(me.id, { role: 'EDITOR' }),
    await change(me.id, { password }),
    await change(me.id, { reset_second_factor: true }),
    await remove(me.id),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  for (const { body } of refused) expect(body.detail).toBeTruthy()
  const unchanged = await change(me.id, { role: 'ADMIN', disabled: false, name: 'Zawadi' })
  expect(unchanged.body).toMatchObject({ role: 'ADMIN', disabled: false, name: 'Zawadi' })
})

for (const [action, act] of [
  ['demote', (id: number, by: string) => change(id, { role: 'EDITOR' }, by)],
  ['disable', (id: number, by: string) => change(id, { disabled: true }, by)],
  ['delete', (id: number, by: string) => remove(id, by)],
] as const) {
  test(`two administrators who ${action} each other concurrently leave one`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = [await createUser(app.services), await createUser(app.services)] as const
      await app.services.database
        .updateTable('users')
        .set({ role: 'EDITOR' })
        .where('id', 'not in', [pair[0].id, pair[1].id])
        .execute()
      const tokens = [
        await signInAs(app.services, pair[0]),
        await signInAs(app.services, pair[1]),
      ] as const
      const responses = await Promise.all([act(pair[1].id, tokens[0]), act(pair[0].id, tokens[1])])
      const succeeded = responses.filter(({ status }) => status < 300)
      const refused = responses.filter(({ status }) => status === 403 || status === 401)
      expect([succeeded.length, refused.length]).toEqual([1, 1])
      const left = await app.services.database
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'ADMIN')
        .where('disabled_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
    }
  })
}

async function userWithSecondFactor() {
  const user = await createUser(app.services)
  const started = await startSecondFactor(app.services, user)
  const codeOf = () => {
    const epoch = Math.floor(app.services.now().getTime() / 1000)
    return generate({ secret: started?.secret ?? '', epoch })
  }
  await confirmSecondFactor(
    { ...app.services, viewer: null, clientIp: '' },
    user.id,
    await codeOf(),
  )
  return { user, codeOf }
}
