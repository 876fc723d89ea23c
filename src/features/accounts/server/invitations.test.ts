import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const me = await createUser(app.services, { role: 'ADMIN', name: 'Zawadi Admin' })
const token = async () => signInAs(app.services, me)
const password = 'four words in a row'

const call = async (path: string, json: object = {}, method = 'POST') =>
  app.json(`/api/admin/users/${path}`, { method, token: await token(), json })
const accept = (link: string, chosen = password) =>
  app.json('/api/auth/invitation/', { method: 'POST', json: { token: link, password: chosen } })
const signIn = (email: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password } })

/** The tokens of the links that an address was sent, the first one first. */
async function linksOf(email: string) {
  const emails = await app.services.database
    .selectFrom('outbox')
    .select(['body', 'subject'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return emails.map(({ body }) => /\/login#invitation=(\S+)/.exec(body)?.[1] ?? '')
}

let invitedCount = 0
async function invite() {
  invitedCount += 1
  const email = `invited-${invitedCount}@huza.example`
  const { status, body } = await call('', {
    email,
    name: "Chloé N'Diaye",
    role: 'EDITOR',
    current_password: testPassword,
  })
  expect([status, body.invited_at]).toEqual([201, app.services.now().toISOString()])
  return { id: body.id as number, email, link: (await linksOf(email))[0] ?? '' }
}

test('who is invited chooses a password by the link, once, and signs in with it', async () => {
  const { id, email, link } = await invite()
  expect((await signIn(email)).status).toBe(401)
  const found = async (state: string) =>
    (await app.json(`/api/admin/users/?status=${state}&search=${email}`, { token: await token() }))
      .body.results
  expect(await found('invited')).toMatchObject([{ id }])
  expect(await found('active')).toEqual([])
  const { status, body } = await accept(link)
  expect([status, body]).toEqual([200, { email }])
  expect((await signIn(email)).body.user).toMatchObject({ id, role: 'EDITOR' })
  expect(await found('active')).toMatchObject([{ id, invited_at: null }])
  const again = await accept(link, 'another four words here')
  expect([again.status, again.body.detail]).toEqual([
    410,
    'This invitation was used already, or is too old. Please ask an administrator for a new one.',
  ])
  expect((await signIn(email)).status).toBe(200)
  const line = await app.services.database
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'changed')
    .where('target_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect([line.actor_id, line.details]).toEqual([id, '{"fields":["password"]}'])
})

test('administrators who look at the users see at once that an invitation was accepted', async () => {
  const { link } = await invite()
  const before = app.services.tagVersions.versionOf('User')
  expect((await accept(link)).status).toBe(200)
  expect(app.services.tagVersions.versionOf('User')).toBeGreaterThan(before)
})

test('a password that is short or common is refused, and the link stays good', async () => {
  const { email, link } = await invite()
  expect((await accept(link, 'short')).body).toEqual({ password: ['Use at least 12 characters'] })
  expect((await accept(link, email)).body).toEqual({
    password: ['Use something else than the email address'],
  })
  expect((await accept(link, 'password12345')).status).toBe(400)
  expect((await accept(link)).status).toBe(200)
})

test('a link that was made up, is another one’s, or too old opens nothing', async () => {
  const [one, other] = [await invite(), await invite()]
  const [, expires = '', signature = ''] = one.link.split('.')
  for (const link of [
    '',
    'x',
    '1.2.3',
    `${one.id}.${expires}.`,
    `${other.id}.${expires}.${signature}`,
    `${one.id}.${Number(expires) + 1}.${signature}`,
  ]) {
    expect((await accept(link)).status, link).toBe(410)
  }
  app.advanceS(7 * 24 * 60 * 60 + 1)
  expect((await accept(one.link)).status).toBe(410)
  expect((await signIn(one.email)).status).toBe(401)
})

test('invited again, somebody gets a new link, and the first one ends', async () => {
  const { id, email, link } = await invite()
  expect((await call(`${id}/invite/`)).body).toMatchObject({ id, email })
  const [, second = ''] = await linksOf(email)
  expect((await accept(link)).status).toBe(410)
  expect((await accept(second)).status).toBe(200)
  const late = await call(`${id}/invite/`)
  expect([late.status, late.body.detail]).toEqual([409, 'They have set their password already.'])
  expect(await linksOf(email)).toHaveLength(2)
  expect((await call('99999/invite/')).status).toBe(404)
})

test('an address is not flooded with invitations', async () => {
  const { id, email } = await invite()
  for (const _ of [1, 2, 3, 4, 5]) expect((await call(`${id}/invite/`)).status).toBe(200)
  expect((await call(`${id}/invite/`)).status).toBe(429)
  expect(await linksOf(email)).toHaveLength(6)
})

test('a disabled user, and who got a password or another email meanwhile, has no use of the link', async () => {
  const disabled = await invite()
  await call(`${disabled.id}/`, { disabled: true }, 'PATCH')
  expect((await accept(disabled.link)).status).toBe(410)
  expect((await call(`${disabled.id}/invite/`)).status).toBe(409)

  const given = await invite()
  const change = { password: 'given by hand, in person', current_password: testPassword }
  await call(`${given.id}/`, change, 'PATCH')
  expect((await accept(given.link)).status).toBe(410)

  const moved = await invite()
  await call(
    `${moved.id}/`,
    { email: 'moved@huza.example', current_password: testPassword },
    'PATCH',
  )
  expect((await accept(moved.link)).status).toBe(410)
})

test('administrators see in the outbox that an invitation was sent, but not its link', async () => {
  const { email, link } = await invite()
  const { id } = await app.services.database
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  const { body } = await app.json(`/api/admin/outbox/${id}/`, { token: await token() })
  expect(body.body).toContain('/login#invitation=…\n')
  expect(JSON.stringify(body)).not.toContain(link)
})

test('of two who accept the same link at once, one sets the password', async () => {
  const { link } = await invite()
  const responses = await Promise.all([accept(link), accept(link)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('an administrator is invited only by who proves to be one', async () => {
  const { status, body } = await call('', {
    email: 'second@huza.example',
    name: 'Second Admin',
    role: 'ADMIN',
  })
  expect([status, Object.keys(body)]).toEqual([400, ['current_password']])
  expect(await linksOf('second@huza.example')).toEqual([])
})

test('a user is signed out everywhere, and signs in again', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const { access } = await openTestSession(app.services, user)
  await openTestSession(app.services, user)
  expect((await call(`${user.id}/sign-out/`)).body).toEqual({ ended: 2 })
  expect((await app.json('/api/auth/me/', { token: access })).status).toBe(401)
  const line = await app.services.database
    .selectFrom('audit_log')
    .select(['actor_name', 'target_id', 'details'])
    .where('action', '=', 'signed out')
    .executeTakeFirstOrThrow()
  expect(line).toEqual({
    actor_name: 'Zawadi Admin',
    target_id: String(user.id),
    details: '{"sessions":2}',
  })
  expect((await call(`${user.id}/sign-out/`)).body).toEqual({ ended: 0 })
  expect(
    (await app.json('/api/auth/me/', { token: await signInAs(app.services, user) })).status,
  ).toBe(200)
  expect((await call(`${me.id}/sign-out/`)).status).toBe(409)
  expect((await call('99999/sign-out/')).status).toBe(404)
})

test('recruiters and editors invite and sign out nobody', async () => {
  const { id, link } = await invite()
  for (const role of ['EDITOR', 'RECRUITER'] as const) {
    const theirs = await app.signIn(role)
    for (const action of ['invite', 'sign-out']) {
      const path = `/api/admin/users/${id}/${action}/`
      expect((await app.json(path, { method: 'POST', token: theirs, json: {} })).status).toBe(403)
    }
  }
  expect((await accept(link)).status).toBe(200)
})
