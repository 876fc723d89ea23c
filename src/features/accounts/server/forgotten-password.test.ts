import { generate } from 'otplib'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createUser, openTestSession, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'
import { resetRequested } from '../validation.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  mail.received.length = 0
})
afterEach(() => app[Symbol.asyncDispose]())

const password = 'four words in a row'
const post = (path: string, json: object) =>
  app.json(`/api/auth/${path}/`, { method: 'POST', json })
const forget = (email: string) => post('password/forgotten', { email })
const reset = (token: string, chosen = password) =>
  post('password/reset', { token, password: chosen })
const signIn = (email: string, code?: string) => post('login', { email, password, code })
const written = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const auditLines = () =>
  app.services.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'target', 'target_id', 'details'])
    .where('action', 'in', ['changed', 'password forgotten'])
    .orderBy('id')
    .execute()

/** Asks for a link, and takes it from the email. */
async function linkOf(email: string) {
  await forget(email)
  return /\/login#reset=(\S+)/.exec((await written()).at(-1)?.body ?? '')?.[1] ?? ''
}

test('who has forgotten the password chooses a new one by a link in an email, once', async () => {
  const user = await createUser(app.services, { name: 'Ines Uwera', role: 'EDITOR' })
  expect((await forget(user.email.toUpperCase())).status).toBe(200)
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(1)
  const [{ to, text } = { to: [], text: '' }] = mail.received
  expect(to).toEqual([user.email])
  const plain = mimePart(text, 'text/plain') ?? ''
  expect(plain).toContain('Dear Ines,')
  const [, token = ''] = /https:\/\/huza\.example\/login#reset=(\S+)/.exec(plain) ?? []
  expect(mimePart(text, 'text/html')).toContain(`#reset=${token}"`)
  expect(await reset(token)).toMatchObject({ status: 200, body: { email: user.email } })
  expect((await signIn(user.email)).body.user).toMatchObject({ id: user.id })
  const again = await reset(token, 'another four words here')
  expect([again.status, again.body.detail]).toEqual([
    410,
    'This link was used already, or is too old. Please ask for a new one.',
  ])
  expect((await signIn(user.email)).status).toBe(200)
})

test('the response tells nobody who has an account, and a stranger gets no email', async () => {
  const disabled = await createUser(app.services)
  const change = { disabled_at: app.services.now().toISOString() }
  await app.services.database
    .updateTable('users')
    .set(change)
    .where('id', '=', disabled.id)
    .execute()
  const known = await forget((await createUser(app.services)).email)
  expect([known.status, known.body]).toEqual([200, { detail: resetRequested(false) }])
  for (const email of ['nobody@huza.example', disabled.email]) {
    const unknown = await forget(email)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
  }
  const withMail = await startTestApp({ SMTP_URL: mail.url })
  onTestFinished(() => withMail[Symbol.asyncDispose]())
  const json = { email: 'nobody@huza.example' }
  const { body } = await withMail.json('/api/auth/password/forgotten/', { method: 'POST', json })
  expect(body).toEqual({ detail: resetRequested(true) })
  expect(await written()).toHaveLength(1)
  const lines = await auditLines()
  expect(lines.map(({ action, actor_id, target }) => [action, actor_id, target])).toEqual(
    Array.from({ length: 3 }, () => ['password forgotten', null, 'account email']),
  )
  expect(JSON.stringify(lines)).not.toContain('@')
})

test('a link ends after an hour, with the next password, another email and another link’s use', async () => {
  const user = await createUser(app.services)
  const late = await linkOf(user.email)
  app.advanceS(60 * 60 + 1)
  expect((await reset(late)).status).toBe(410)
  const [first, second] = [await linkOf(user.email), await linkOf(user.email)]
  expect((await reset(second)).status).toBe(200)
  expect((await reset(first, 'another four words here')).status).toBe(410)
  const third = await linkOf(user.email)
  const moved = { email: 'moved@huza.example' }
  await app.services.database.updateTable('users').set(moved).where('id', '=', user.id).execute()
  expect((await reset(third)).status).toBe(410)
})

test('a link that was made up, is another one’s or an invitation opens nothing', async () => {
  const one = await createUser(app.services)
  const other = await createUser(app.services)
  const token = await linkOf(one.email)
  const [, expires = '', signature = ''] = token.split('.')
  for (const forged of [
    '',
    'x',
    '1.2.3',
    `${one.id}.${expires}.`,
    `${other.id}.${expires}.${signature}`,
    `${one.id}.${Number(expires) + 1}.${signature}`,
  ]) {
    expect((await reset(forged)).status, forged).toBe(410)
  }
  const json = { token, password }
  expect((await post('invitation', json)).status).toBe(410)
  expect((await reset(token)).status).toBe(200)
})

test('a password that is short or common is refused, and the link stays good', async () => {
  const user = await createUser(app.services)
  const token = await linkOf(user.email)
  expect((await reset(token, 'short')).body).toEqual({ password: ['Use at least 12 characters'] })
  expect((await reset(token, user.email)).status).toBe(400)
  expect((await reset(token, 'password12345')).status).toBe(400)
  expect((await reset(token)).status).toBe(200)
})

test('a new password ends every session, keeps the second factor, and leaves a line', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const call = (path: string, json: object) =>
    app.json(`/api/auth/totp/${path}/`, { method: 'POST', token: access, json })
  const access = await signInAs(app.services, user)
  const { secret } = (await call('start', { password: user.password })).body
  await call('confirm', { code: await codeOf(secret) })
  const { refresh } = await openTestSession(app.services, user)
  expect((await reset(await linkOf(user.email))).status).toBe(200)
  expect((await app.json('/api/auth/me/', { token: access })).status).toBe(401)
  expect((await post('refresh', { refresh })).status).toBe(401)
  expect((await signIn(user.email)).body).toEqual({
    code: ['Enter the 6-digit code of your authenticator app'],
  })
  app.advanceS(60)
  expect((await signIn(user.email, await codeOf(secret))).status).toBe(200)
  expect((await auditLines()).at(-1)).toEqual({
    action: 'changed',
    actor_id: user.id,
    target: 'user',
    target_id: String(user.id),
    details: '{"fields":["password"],"by":"link in an email"}',
  })
})

const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(app.services.now().getTime() / 1000) })

test('a mailbox and a client get a few links, and the response stays the same', async () => {
  const user = await createUser(app.services)
  for (const _ of Array.from({ length: 8 })) expect((await forget(user.email)).status).toBe(200)
  expect(await written()).toHaveLength(5)
  for (const _ of [1, 2]) expect((await forget('nobody@huza.example')).status).toBe(200)
  expect((await forget('nobody@huza.example')).status).toBe(429)
  app.advanceS(60 * 60 + 1)
  expect((await forget(user.email)).status).toBe(200)
  expect(await written()).toHaveLength(6)
})

test('links for other addresses of a mailbox keep nobody from their own', async () => {
  const user = await createUser(app.services, { email: 'diane@huza.example' })
  for (const _ of Array.from({ length: 6 })) await forget('diane+1@huza.example')
  expect(await written()).toEqual([])
  await forget(user.email)
  expect(await written()).toMatchObject([{ recipient: user.email }])
})

test('who was invited and lost the invitation gets in by a link, too', async () => {
  const token = await app.signIn('ADMIN')
  const json = { email: 'new@huza.example', name: 'Ines Uwera', role: 'EDITOR' }
  const proved = { ...json, current_password: testPassword }
  await app.json('/api/admin/users/', { method: 'POST', token, json: proved })
  app.advanceS(8 * 24 * 60 * 60)
  expect((await reset(await linkOf(json.email))).status).toBe(200)
  expect((await signIn(json.email)).status).toBe(200)
})

test('of two who use the same link at once, one sets the password', async () => {
  const token = await linkOf((await createUser(app.services)).email)
  const responses = await Promise.all([reset(token), reset(token)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('administrators see in the outbox that a link was sent, but not the link', async () => {
  const user = await createUser(app.services)
  const link = await linkOf(user.email)
  const { id } = (await written()).at(-1) ?? { id: 0 }
  const token = await app.signIn('ADMIN')
  const { body } = await app.json(`/api/admin/outbox/${id}/`, { token })
  expect(body.body).toContain('/login#reset=…\n')
  expect(JSON.stringify(body)).not.toContain(link)
})

test('an email that is none is refused', async () => {
  for (const email of ['', 'nobody', undefined]) {
    expect(Object.keys((await post('password/forgotten', { email })).body)).toEqual(['email'])
  }
})
