import { afterEach, beforeEach, expect, test } from 'vitest'
import { consumeLimit } from '#platform/http/limits.ts'
import { messageIdOf } from '#platform/mail/message-id.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { sampleMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'
import { useUpEmails } from '#testing/used-up-emails.ts'

let app: TestApp
let mail: MailServer
let token: string
let admin: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  mail = await startMailServer()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  admin = await app.signIn('ADMIN', { email: 'admin@huza.example' })
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const right = { ...sampleMessage, message: `${sampleMessage.message} See evil.example/login.` }
const send = (changes: object = {}) =>
  app.json('/api/website/contact-us/', { method: 'POST', json: { ...right, ...changes } })
const save = (json: object) =>
  app.json('/api/admin/settings/visitors/', { method: 'PATCH', token: admin, json })
const written = () =>
  app.services.database
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'body', 'reply_to', 'thread_refs'])
    .orderBy('id')
    .execute()
const recipients = async () => (await written()).map(({ recipient }) => recipient)
const stored = async () =>
  (await app.services.database.selectFrom('contact_messages').select('id').execute()).length
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n\s+/g, ' ')

async function reply(text: string) {
  const { body } = await app.json('/api/website/contact-us/', { token })
  const { id } = body.results[0]
  const { updated_at } = (await app.json(`/api/admin/contacts/${id}/`, { token })).body
  const json = { text, status: 'IN_PROGRESS', expected_updated_at: updated_at }
  return app.json(`/api/admin/contacts/${id}/replies/`, { method: 'POST', token, json })
}

test('the visitor gets a confirmation that repeats nothing typed but a plain first name', async () => {
  expect((await send()).status).toBe(201)
  const [confirmation] = await written()
  expect(confirmation).toMatchObject({
    recipient: 'katharina@spreewerk.example',
    subject: 'Your message has arrived',
    reply_to: '',
  })
  expect(confirmation?.body).toMatch(/^Dear Katharina,\n\nYour message of 2 Mar 2026 has arrived/)
  for (const typed of ['Vogel', '1234567', 'developers', 'evil']) {
    expect(confirmation?.body).not.toContain(typed)
  }
  await send({
    full_name: 'evil.example/login now',
    email: 'other@example.rw',
    message: 'Another one.',
  })
  expect((await written())[2]?.body).toMatch(/^Hello,\n/)
})

test('staff get the message with its link, and their answer goes to the visitor', async () => {
  await send()
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(2)
  const [, staff] = mail.received
  expect(staff?.to).toEqual(['info@huza.example'])
  const headers = headersOf(staff?.text ?? '')
  expect(headers).toMatch(/^Reply-To: katharina@spreewerk\.example$/m)
  expect(headers).toMatch(/^From: Huza <info@huza\.example>$/m)
  expect(headers).toMatch(/^Subject: New message: Two backend developers$/m)
  const [, { body = '' } = {}] = await written()
  expect(body).toContain('> We look for two developers from April on.')
  expect(body).toMatch(/https:\/\/huza\.example\/dashboard\/messages\/\d+/)
  expect(headersOf(mail.received[0]?.text ?? '')).not.toContain('Reply-To')
})

test('nobody can inject a header or a second recipient of the answer', async () => {
  await send({ subject: 'Hello\r\nBcc: everybody@example.rw', full_name: 'Aline\r\nCc: a@b.rw' })
  await sendDueEmails(app.services, mail.mailer)
  expect(mail.received).toHaveLength(2)
  for (const { text, to } of mail.received) {
    expect(headersOf(text)).not.toMatch(/^(Bcc|Cc):/m)
    expect(to).toHaveLength(1)
  }
  const two = await send({ email: 'aline@example.rw, eric@example.rw' })
  expect(two.body).toEqual({ email: ['Please enter a valid email address.'] })
})

test('what looks like spam mails neither the visitor nor staff', async () => {
  await send({ website: 'https://spam.example' })
  await send({ message: 'http://a.example http://b.example http://c.example' })
  expect(await recipients()).toEqual([])
})

test('a mailbox gets one confirmation an hour, however its address is spelt', async () => {
  const spellings = ['katharina@gmail.com', 'Kath.Arina+x@gmail.com', 'KATHARINA@googlemail.com']
  for (const [index, email] of spellings.entries()) {
    await send({ email, message: `${right.message} ${index}` })
  }
  const toVisitors = async () => (await recipients()).filter((one) => !one.startsWith('info@'))
  expect(await toVisitors()).toEqual(['katharina@gmail.com'])
  app.advanceS(60 * 60)
  await send({ email: 'katharina@gmail.com', message: `${right.message} again` })
  expect(await toVisitors()).toHaveLength(2)
  expect(await stored()).toBe(4)
})

test('a mailbox that strangers have filled today gets no confirmation, and the message is stored', async () => {
  for (let hour = 0; hour < 12; hour += 1) {
    await send({ message: `${right.message} ${hour}` })
    app.advanceS(60 * 60)
  }
  const confirmations = (await recipients()).filter((one) => one === right.email)
  expect(confirmations).toHaveLength(10)
  expect(await stored()).toBe(12)
})

const toStaff = async () =>
  (await written()).filter(({ recipient }) => recipient.startsWith('info@'))
const sendFrom = async (clientIp: string, number: number, changes: object = {}) => {
  const form_token = issueFormToken(app.services)
  app.advanceS(5)
  const json = {
    ...right,
    email: `visitor${number}@example.rw`,
    message: `Please call me: ${number}.`,
    form_token,
    ...changes,
  }
  const { status } = await app.json('/api/website/contact-us/', { method: 'POST', json, clientIp })
  expect(status).toBe(201)
}

test('one address has staff emailed ten times an hour, the last of which says that more wait', async () => {
  for (let number = 0; number < 12; number += 1) await sendFrom('192.0.2.1', number)
  const bodies = (await toStaff()).map(({ body }) => body)
  expect(bodies).toHaveLength(10)
  const more = bodies.map((body) => body.includes('they wait in the dashboard'))
  expect(more).toEqual([...Array(9).fill(false), true])
  expect(await stored()).toBe(12)
  await sendFrom('192.0.2.2', 12)
  expect((await toStaff()).at(-1)?.body).toContain('> Please call me: 12.')
  app.advanceS(60 * 60)
  await sendFrom('192.0.2.1', 13)
  expect(await toStaff()).toHaveLength(12)
})

test('staff get sixty emails of new messages an hour, the last of which says that more wait', async () => {
  const { database, now } = app.services
  for (let count = 0; count < 59; count += 1) {
    await consumeLimit(database, 'contact-staff', { calls: 60, seconds: 3600 }, now())
  }
  await sendFrom('192.0.2.1', 1)
  await sendFrom('192.0.2.2', 2)
  const bodies = (await toStaff()).map(({ body }) => body)
  expect(bodies).toEqual([expect.stringContaining('they wait in the dashboard')])
  expect(await stored()).toBe(2)
})

test('a message that an address had too many emails to confirm leaves the next one its confirmation', async () => {
  await useUpEmails(app, '192.0.2.1')
  const email = 'visitor1@example.rw'
  await sendFrom('192.0.2.1', 1)
  expect(await recipients()).not.toContain(email)
  await sendFrom('192.0.2.2', 2, { email })
  expect(await recipients()).toContain(email)
})

test('the settings say who of staff is told, and whether the visitor is', async () => {
  await save({ staff_email: 'team@huza.example' })
  await send()
  await save({ staff_told: false, MESSAGE: { is_sent: false, subject: 'x', text: 'x' } })
  await send({ email: 'other@example.rw', message: 'Another message, please.' })
  expect(await recipients()).toEqual([right.email, 'team@huza.example'])
})

test('the text of the confirmation is edited with checked variables, previewed and tried out', async () => {
  const wrong = { is_sent: true, subject: 'To {name}', text: 'Lone { brace' }
  expect(await save({ MESSAGE: wrong, staff_email: 'nobody' })).toMatchObject({
    status: 400,
    body: {
      MESSAGE: expect.anything(),
      staff_email: ['Please enter a valid email address'],
    },
  })
  const right = { is_sent: true, subject: 'It is here', text: 'On {received_on}: {phone}.\n\nBye.' }
  expect((await save({ MESSAGE: right })).body).toMatchObject({ MESSAGE: right })
  await send()
  expect((await written())[0]).toMatchObject({
    subject: 'It is here',
    body: 'Dear Katharina,\n\nOn 2 Mar 2026: +250 788 000 000.\n\nBye.\n\nHuza, Kigali',
  })

  const call = (path: string, json: object, as = admin) =>
    app.json(`/api/admin/settings/visitors/${path}/`, { method: 'POST', token: as, json })
  const draft = { kind: 'MESSAGE', subject: 'Draft', text: 'Call {phone}' }
  const { body } = await call('preview', draft)
  expect(body).toMatchObject({ recipient: 'admin@huza.example', subject: 'Draft' })
  expect(body.html).toContain('Call +250 788 000 000')
  expect((await call('test', draft)).body).toEqual({ recipient: 'admin@huza.example' })
  expect((await recipients()).at(-1)).toBe('admin@huza.example')
  for (const path of ['preview', 'test']) {
    expect((await call(path, { kind: 'MESSAGE', subject: '', text: '{name}' })).body).toEqual({
      subject: ['Subject is required'],
      text: ['There is no {name}. You can use {received_on}, {phone}.'],
    })
    expect((await call(path, { ...draft, kind: 'OTHER' })).status).toBe(400)
    expect((await call(path, draft, token)).status).toBe(403)
    expect((await call(path, draft, '')).status).toBe(401)
  }
})

test('replies refer to our emails before, so that a mail program shows one thread', async () => {
  await send({ subject: 'Re: Two developers' })
  expect((await reply('Yes.')).status).toBe(201)
  await reply('One thing more.')
  await sendDueEmails(app.services, mail.mailer)
  const thread = mail.received.filter(({ to }) => to[0] === right.email)
  const [confirmation, first, second] = thread.map(({ text, messageId }) => {
    const headers = headersOf(text)
    const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1]
    return { messageId, subject: of('Subject'), to: of('In-Reply-To'), all: of('References') }
  })
  expect(confirmation).toMatchObject({ to: undefined, all: undefined })
  expect(first).toMatchObject({
    subject: 'Re: Two developers',
    to: confirmation?.messageId,
    all: confirmation?.messageId,
  })
  expect(second).toMatchObject({
    to: first?.messageId,
    all: `${confirmation?.messageId} ${first?.messageId}`,
  })
})

test.each([
  ['French', 'Où êtes-vous allés déjà cet été, et pourquoi à Kigali ? '],
  ['Arabic', 'مرحبا بكم جميعا في كيغالي. '],
])(
  'a message of the greatest length in %s makes emails below 40 kB, which say that it goes on',
  async (_language, words) => {
    const message = words.repeat(300).slice(0, 5_000)
    await send({ message })
    expect((await reply(words.repeat(300).slice(0, 3_000))).status).toBe(201)
    await sendDueEmails(app.services, mail.mailer)
    const [, toStaff, answer] = mail.received.map(({ text }) => text)
    for (const text of [toStaff, answer]) {
      expect(Buffer.byteLength(text ?? '')).toBeLessThan(40 * 1024)
      expect(mimePart(text ?? '', 'text/plain')).toMatch(/^> .*…$/m)
    }
  },
)

test('programs are told to answer no email but what one of us has written', async () => {
  await send({ subject: 'Two developers' })
  await reply('Yes.')
  await sendDueEmails(app.services, mail.mailer)
  const [confirmation, toStaff, answer] = mail.received.map(({ text }) => headersOf(text))
  for (const headers of [confirmation, toStaff]) {
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(headers).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply$/m)
  }
  expect(answer).toContain('Re: Two developers')
  expect(answer).not.toMatch(/^(?:Auto-Submitted|X-Auto-Response-Suppress):/m)
})

test('a reply to whom no email went before claims to answer none', async () => {
  await save({ MESSAGE: { is_sent: false, subject: 'x', text: 'x' } })
  await send({ subject: 'RE: re: Fees' })
  await reply('Nothing.')
  expect((await written()).at(-1)).toMatchObject({ subject: 'Fees', thread_refs: '' })
})

test('a thread of very many replies refers to the first email and the latest', async () => {
  await send()
  for (let count = 0; count < 22; count += 1) await reply(`Number ${count}`)
  const ids = (await written()).map(({ id }) => messageIdOf(app.services, id))
  const last = (await written()).at(-1)
  // The second one is the email to staff.
  const visitors = [ids[0], ...ids.slice(2)]
  expect(last?.thread_refs.split(' ')).toEqual([visitors[0], ...visitors.slice(-20, -1)])
})
