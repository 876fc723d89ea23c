import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { removeOldEmails } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'

let app: TestApp
let me: Awaited<ReturnType<typeof createUser>>
let token: string
let id: number
beforeEach(async () => {
  app = await startTestApp()
  me = await createUser(app.services, { role: 'RECRUITER', name: 'Diane Keza' })
  token = await signInAs(app.services, me)
  id = await createMessage(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, json?: unknown, as = token) =>
  app.json(`/api/admin/contacts/${path}`, { method, token: as, ...(json ? { json } : {}) })
const get = async (as = token) => (await call('GET', `${id}/`, undefined, as)).body
const reply = async (overrides: object = {}, as = token) =>
  call(
    'POST',
    `${id}/replies/`,
    {
      text: 'Dear Katharina,\nyes, we have two.',
      status: 'RESOLVED',
      expected_updated_at: (await get()).updated_at,
      ...overrides,
    },
    as,
  )
const emails = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const saveDraft = (text: string, replaces: string | null, as = token) =>
  call('PUT', `${id}/draft/`, { text, is_typing: true, replaces }, as)

test('a reply is emailed with the message below it, and kept in the thread', async () => {
  app.advanceS(600)
  const { status, body } = await reply()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    id,
    status: 'RESOLVED',
    owner: { id: me.id, name: 'Diane Keza' },
    answered_at: '2026-03-02T08:10:00.000Z',
    answer_due_at: null,
    is_sending: false,
    replies: [{ by: 'Diane Keza', by_me: true, outcome: 'WAITING', error: '', sent_at: null }],
  })
  const [email] = await emails()
  expect(email).toMatchObject({
    recipient: 'katharina@spreewerk.example',
    subject: 'Two backend developers',
    body: 'Dear Katharina,\nyes, we have two.\n\nDiane Keza\nHuza, Kigali\n\nOn 2 Mar 2026, 10:00 you wrote:\n> We look for two developers from April on.',
  })
  const line = await app.services.database
    .selectFrom('audit_log')
    .selectAll()
    .where('target', '=', 'reply to message')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ action: 'created', target_id: String(id), actor_name: 'Diane Keza' })
  expect(line.details).not.toContain('Katharina')
})

test.each([
  ['Latin', 'Ndabashimiye cyane kandi tuzavugana. ', true],
  ['Arabic', 'شكرا لكم على رسالتكم، نحن سعداء. ', false],
  ['Ethiopic', 'ሰላም፣ ስለ መልእክትዎ እናመሰግናለን። ', false],
])(
  'the longest reply in %s letters is sent whole and below 40 kB',
  async (_name, words, hasHtml) => {
    const mail = await startMailServer()
    onTestFinished(mail.stop)
    const fill = (length: number) => words.repeat(length).slice(0, length).trimEnd()
    id = await createMessage(app.services, { message: fill(5_000) })
    await reply({ text: fill(5_000) })
    await sendDueEmails(app.services, mail.mailer)
    const [{ text: sent } = { text: '' }] = mail.received
    expect(Buffer.byteLength(sent)).toBeLessThan(39_000)
    const text = mimePart(sent, 'text/plain') ?? ''
    expect(text.replaceAll(/\s+/g, ' ')).toContain(fill(5_000))
    expect(mimePart(sent, 'text/html') !== undefined).toBe(hasHtml)
  },
)

test('a second reply keeps the owner and the time of the first answer', async () => {
  await reply({ status: 'IN_PROGRESS' })
  app.advanceS(600)
  const other = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  const { body } = await reply({ text: 'One thing more.' }, other)
  expect(body).toMatchObject({
    status: 'RESOLVED',
    owner: { name: 'Diane Keza' },
    answered_at: '2026-03-02T08:00:00.000Z',
    replies: [
      { by: 'Diane Keza', by_me: false },
      { by: 'Jean d’Amour', by_me: true },
    ],
  })
})

test('a reply with invalid fields is not sent, and all of them are named', async () => {
  const { status, body } = await reply({ text: ' ', status: 'SPAM', expected_updated_at: 'now' })
  expect([status, body]).toEqual([
    400,
    {
      text: ['Please write something'],
      status: ['Please choose a status'],
      expected_updated_at: ['Please send the updated_at of the row'],
    },
  ])
  expect((await reply({ text: 'x'.repeat(5_001) })).body).toEqual({
    text: ['At most 5000 characters'],
  })
  expect((await reply({ text: 'Dear {{ name }}, hello' })).body).toEqual({
    text: ['Please put words in the place of {{ name }}'],
  })
  expect((await call('POST', '9999/replies/', { ...replyTo(await get()) })).status).toBe(404)
  expect(await emails()).toEqual([])
  expect(await get()).toMatchObject({ status: 'NEW', replies: [], owner: null })
})

const replyTo = ({ updated_at }: { updated_at: string }) => ({
  text: 'Hello',
  status: 'RESOLVED',
  expected_updated_at: updated_at,
})

test('of two replies at once one is sent, and the other is told who was faster', async () => {
  const seen = replyTo(await get())
  const responses = await Promise.all(['Yes', 'No'].map((text) => reply({ ...seen, text })))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = responses.find(({ status }) => status === 409)?.body
  expect(refused.detail).toMatch(/^This was changed at .* by Diane Keza \(.*reply.*\)/)
  expect(await emails()).toHaveLength(1)
  expect((await get()).replies).toHaveLength(1)
})

test('a reply that is sent again after a lost response is sent once, and answered as sent', async () => {
  const seen = replyTo(await get())
  const twice = await Promise.all([reply(seen), reply(seen)])
  await call('PATCH', `${id}/status/`, { status: 'IN_PROGRESS' })
  await saveDraft('Hello', null)
  const again = await reply(seen)
  expect([...twice, again].map(({ status }) => status)).toEqual([201, 201, 201])
  const thread = { status: 'IN_PROGRESS', replies: [{ text: 'Hello' }], draft: null }
  expect(again.body).toMatchObject(thread)
  expect(await emails()).toHaveLength(1)
})

test('the same words are sent again in answer to a later version, and not by a colleague’s retry', async () => {
  const seen = replyTo(await get())
  await reply(seen)
  expect((await reply(replyTo(await get()))).body.replies).toHaveLength(2)
  const other = await app.signIn('ADMIN')
  expect((await reply(seen, other)).status).toBe(409)
  await reply({ ...seen, text: 'Another text' })
  expect(await emails()).toHaveLength(2)
})

test('the thread tells whether a reply was sent or given up, also when its email is gone', async () => {
  const mail = await startMailServer()
  try {
    await reply()
    await sendDueEmails(app.services, mail.mailer)
    expect(mail.received.map(({ to }) => to)).toEqual([['katharina@spreewerk.example']])
    const before = (await call('GET', `${id}/activity/`)).body.version
    const other = await createMessage(app.services, { email: 'refused@example.rw' })
    await call('POST', `${other}/replies/`, replyTo((await call('GET', `${other}/`)).body))
    await sendDueEmails(app.services, mail.mailer)
    const [failed] = (await call('GET', `${other}/`)).body.replies
    expect(failed).toMatchObject({ outcome: 'FAILED', error: expect.stringContaining('550') })
    const sent = { outcome: 'SENT', sent_at: '2026-03-02T08:00:00.000Z', error: '' }
    expect((await get()).replies).toMatchObject([sent])
    app.advanceS(91 * 24 * 3600)
    token = await signInAs(app.services, me)
    await removeOldEmails(app.services)
    expect(await emails()).toEqual([])
    expect((await get()).replies).toMatchObject([sent])
    expect((await call('GET', `${id}/activity/`)).body.version).toBe(before)
    expect((await call('GET', `${other}/`)).body.replies).toMatchObject([
      { outcome: 'FAILED', sent_at: null },
    ])
  } finally {
    await mail.stop()
  }
})

test('a note is kept with its author and time, and is sent to nobody', async () => {
  const { status, body } = await call('POST', `${id}/notes/`, { text: ' Called her. ' })
  expect(status).toBe(201)
  expect(body.notes).toMatchObject([
    { by: 'Diane Keza', text: 'Called her.', created_at: '2026-03-02T08:00:00.000Z' },
  ])
  expect(await emails()).toEqual([])
  expect((await call('POST', `${id}/notes/`, { text: '' })).body).toEqual({
    text: ['Please write something'],
  })
  expect((await call('POST', '9999/notes/', { text: 'x' })).status).toBe(404)
})

test('a message names what else came from the same email, however it is spelt', async () => {
  const target = await createCohortAndStack(app)
  const email = 'Katharina@Spreewerk.Example'
  const application = await createApplication(app.services, target, { email })
  const talent = await createTalent(app.services, { email })
  const other = await createMessage(app.services, { email, subject: 'An earlier one' })
  await createMessage(app.services, { email, status: 'SPAM' })
  await createMessage(app.services, { email: 'somebody@example.rw' })
  const { related } = await get()
  expect(
    related.map(({ kind, id: of }: { kind: string; id: number }) => [kind, of]).sort(),
  ).toEqual([
    ['application', application],
    ['message', other],
    ['talent', talent],
  ])
})

test('with a message its replies, notes and drafts are deleted, and its email is still sent', async () => {
  await reply()
  await call('POST', `${id}/notes/`, { text: 'Called her.' })
  await saveDraft('One thing more', null)
  expect((await call('DELETE', `${id}/`)).status).toBe(204)
  const { database } = app.services
  for (const table of ['contact_replies', 'contact_notes', 'contact_drafts'] as const) {
    expect(await database.selectFrom(table).select('message_id').execute()).toEqual([])
  }
  expect(await emails()).toHaveLength(1)
})
