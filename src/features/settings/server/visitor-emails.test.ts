import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '#seed/factories/accounts.ts'
import {
  defaultVisitorEmails,
  visitorEmailKinds,
  visitorEmailVariables,
} from '#shared/visitor-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  token = await app.signIn('ADMIN', { name: 'Diane Keza', email: 'diane@huza.example' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (path: string, json: object) =>
  app.json(`/api/admin/settings/visitors/${path}`, { method: 'POST', token, json })
const save = (json: object) =>
  app.json('/api/admin/settings/visitors/', { method: 'PATCH', token, json })
const emails = () =>
  app.services.database.selectFrom('outbox').select(['subject', 'body']).orderBy('id').execute()

test('each email as delivered keeps to its own rules, and none shows a brace', async () => {
  expect((await save(defaultVisitorEmails)).status).toBe(200)
  for (const kind of visitorEmailKinds) {
    const { subject, text } = defaultVisitorEmails[kind]
    const { status, body } = await call('preview/', { kind, subject, text })
    expect([kind, status]).toEqual([kind, 200])
    expect(body.recipient).toBe('diane@huza.example')
    expect(body.subject + body.html.replace(/<style>.*?<\/style>/gs, '')).not.toMatch(/[{}]/)
    expect(text, 'after the greeting').toMatch(/^["“{\p{Lu}]/u)
  }
})

test('each variable becomes a value, and details stand where the text has them', async () => {
  for (const kind of visitorEmailKinds) {
    const { details, ...variables } = visitorEmailVariables[kind]
    const names = Object.keys(variables).map((name) => `{${name}}`)
    const text = `begins ${names.join(' ')}\n\n${details ? '{details}\n\n' : ''}ends`
    const { body } = await call('preview/', { kind, subject: `About ${names.join(' ')}`, text })
    const seen = body.html.replace(/<style>.*?<\/style>/gs, '')
    expect(body.subject + seen).not.toMatch(/[{}]|undefined/)
    const between = seen.slice(seen.indexOf('begins'), seen.indexOf('ends<'))
    expect([kind, between.split('</p>').length > 2]).toEqual([kind, details !== undefined])
  }
})

test('details have no place in a subject, and twice in a text they stand once', async () => {
  const written = { kind: 'PASSWORD', subject: 'See {details}', text: '{details} or {details}' }
  expect((await call('preview/', written)).body).toEqual({
    subject: ['There is no {details}. You can use {company}.'],
  })
  const { body } = await call('preview/', { ...written, subject: 'A password' })
  expect(body.html.match(/#reset=/g)).toHaveLength(1)
})

test('what is saved is what is sent', async () => {
  await save({
    PASSWORD: {
      is_sent: true,
      subject: 'Ijambobanga',
      text: 'Here it is.\n\n{details}\n\nMurakoze.',
    },
    NEWSLETTER_CONFIRM: { is_sent: true, subject: 'Really?', text: 'Shall we write to you?' },
  })
  const { email } = await createUser(app.services, { name: 'Ines Uwera' })
  await app.json('/api/auth/password/forgotten/', { method: 'POST', json: { email } })
  await app.json('/api/website/subscribe/', { method: 'POST', json: { email: 'a@example.rw' } })
  const [password, question] = await emails()
  expect(password?.subject).toBe('Ijambobanga')
  expect(password?.body).toMatch(/^Dear Ines,\n\nHere it is\.\n\n.*#reset=.*Murakoze\.\n\nHuza/s)
  expect(question?.body).toMatch(/^Hello,\n\nShall we write to you\?\n\n.*\/newsletter\/confirm\?/s)
})

test('an example leads to nobody: its link sets no password', async () => {
  const { subject, text } = defaultVisitorEmails.PASSWORD
  const { body } = await call('preview/', { kind: 'PASSWORD', subject, text })
  const [, reset] = /#reset=([^"]+)"/.exec(body.html) ?? []
  const json = { token: reset, password: 'four quiet words here' }
  expect((await app.json('/api/auth/password/reset/', { method: 'POST', json })).status).toBe(410)
})

test('no email is written past the settings but what staff write themselves', () => {
  const writers = globSync('src/**/*.ts').filter(
    (path) => !path.endsWith('.test.ts') && /\bsignOff\b/.test(readFileSync(path, 'utf8')),
  )
  expect(writers.sort()).toEqual([
    'src/features/contact/server/reply-email.ts',
    'src/features/newsletter/server/issue-email.ts',
    'src/platform/mail/email-parts.ts',
    'src/platform/mail/visitor-email.ts',
  ])
})
