import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMailbox } from '#platform/mail/mailbox-reader.ts'
import { removeOldEmails } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { type ImapServer, startImapServer } from '#testing/imap-server.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { takeAnswer } from './take-answer.ts'

let app: TestApp
let mail: MailServer
let imap: ImapServer
let token: string
let id: number
beforeAll(async () => {
  imap = await startImapServer()
})
afterAll(() => imap.stop())
beforeEach(async () => {
  await imap.clear()
  app = await startTestApp({ IMAP_URL: imap.url })
  mail = await startMailServer()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  id = await createMessage(app.services)
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const call = (method: string, path: string, json?: unknown) =>
  app.json(`/api/admin/contacts/${path}`, { method, token, ...(json ? { json } : {}) })
const get = async () => (await call('GET', `${id}/`)).body
/** Answers the visitor. @returns the Message-ID of the email that they get */
async function reply() {
  const { updated_at: expected_updated_at } = await get()
  const text = 'Dear Katharina,\nyes, we have two.'
  await call('POST', `${id}/replies/`, { text, status: 'RESOLVED', expected_updated_at })
  await sendDueEmails(app.services, mail.mailer)
  await call('POST', `${id}/open/`, {})
  return mail.received.at(-1)?.messageId ?? ''
}
const visitor = 'Katharina <Katharina@spreewerk.example>'
const emailTo = (messageId: string, more: string[] = [], body = 'Great, thank you!') =>
  [
    `From: ${visitor}`,
    'To: info@huza.example',
    'Subject: Re: Two backend developers',
    'Message-ID: <1@spreewerk.example>',
    `In-Reply-To: ${messageId}`,
    ...more,
    ...(more.some((line) => /^content-type/i.test(line)) ? [] : ['Content-Type: text/plain']),
    '',
    body,
    '',
  ].join('\n')
const append = (email: string) => imap.append(email, app.services.now())
const read = () =>
  readMailbox(app.services, imap.url, [takeAnswer], {
    mayGoOn: async () => true,
    tries: new Map<string, number>(),
  })

test('an answer to our reply stands in the thread, and the message is unread and open again', async () => {
  const messageId = await reply()
  expect(await get()).toMatchObject({ status: 'RESOLVED', is_read: true })
  app.advanceS(600)
  const before = await get()
  const quote = 'On Mon, 2 Mar 2026 at 10:00, Huza <info@huza.example>\nwrote:\n> Dear Katharina,'
  await append(emailTo(messageId, [], `Great, let us talk on Friday!\n\n${quote}\n> yes`))
  expect(await read()).toBe(1)
  const after = await get()
  expect(after).toMatchObject({
    status: 'IN_PROGRESS',
    is_read: false,
    answers: [
      {
        text: 'Great, let us talk on Friday!',
        email: '',
        is_automatic: false,
        quoted: `${quote}\n> yes`,
        attachments: [],
        is_cut: false,
        created_at: '2026-03-02T08:10:00.000Z',
      },
    ],
  })
  const found = await app.json('/api/website/contact-us/?search=friday', { token })
  expect(found.body.results).toMatchObject([{ id, is_read: false }])
  const stale = { text: 'Hello', status: 'RESOLVED', expected_updated_at: before.updated_at }
  const refused = await call('POST', `${id}/replies/`, stale)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('(answer, status)'),
  ])
})

test('what visitors add to their own answer stands in the thread of a confirmed message, too', async () => {
  const json = {
    full_name: 'Katharina',
    email: 'katharina@spreewerk.example',
    phone: '+250788000000',
    subject: 'Two developers',
    message: 'We look for two developers from April on.',
  }
  const sent = await app.json('/api/website/contact-us/', { method: 'POST', json })
  expect(sent.status).toBe(201)
  const rows = await app.services.database.selectFrom('contact_messages').select('id').execute()
  id = Math.max(...rows.map((row) => row.id))
  const messageId = await reply()
  const confirmation = mail.received.find(({ to }) => to.includes(json.email))?.messageId ?? ''
  expect(confirmation).toMatch(/^<outbox-/)
  const own = '<2@spreewerk.example>'
  await append(emailTo(own, [`References: ${confirmation} ${messageId} ${own}`]))
  expect(await read()).toBe(1)
  expect((await get()).answers).toMatchObject([{ text: 'Great, thank you!' }])
  await append(emailTo(confirmation))
  expect(await read()).toBe(0)
})

test('an answer is stored once, however often it is read, also weeks after the email', async () => {
  const messageId = await reply()
  app.advanceS(31 * 24 * 60 * 60)
  await removeOldEmails(app.services)
  token = await app.signIn('RECRUITER')
  for (let count = 0; count < 3; count += 1) await append(emailTo(messageId))
  expect(await read()).toBe(3)
  expect((await get()).answers).toHaveLength(1)
  expect(await imap.count()).toEqual({ messages: 3, unseen: 0 })
})

test.each([
  [
    'mx.huza.example; spf=fail smtp.mailfrom=a.example; dmarc=fail header.from=spreewerk.example',
    true,
  ],
  ['mx.huza.example;\n dkim=none;\n DMARC=Fail (p=none)', true],
  ['mx.huza.example; spf=fail; dkim=pass; dmarc=pass header.from=spreewerk.example', false],
  ['mx.huza.example; none', false],
])(
  'the thread tells whether the mail server found an answer forged: %s',
  async (results, isForged) => {
    const messageId = await reply()
    await append(emailTo(messageId, [`Authentication-Results: ${results}`]))
    expect(await read()).toBe(1)
    expect((await get()).answers).toMatchObject([{ email: '', is_doubtful: isForged }])
  },
)

test('an answer that claims to have passed all checks is as doubtful as the mail server found it', async () => {
  const messageId = await reply()
  const found = ['mx.huza.example; dmarc=fail', 'mx.huza.example; dmarc=pass']
  const headers = found.map((results) => `Authentication-Results: ${results}`)
  await append(emailTo(messageId, headers))
  expect(await read()).toBe(1)
  expect((await get()).answers).toMatchObject([{ is_doubtful: true }])
})

test('what a program answers is marked, and leaves the message as it is', async () => {
  const messageId = await reply()
  const before = await get()
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Autoreply: of course',
  ]) {
    const other = `Message-ID: <${header.length}@spreewerk.example>`
    await append(emailTo(messageId, [header]).replace(/^Message-ID: .*$/m, other))
  }
  expect(await read()).toBe(3)
  const after = await get()
  expect(after.answers.map(({ is_automatic }: { is_automatic: boolean }) => is_automatic)).toEqual([
    true,
    true,
    true,
  ])
  expect(after).toMatchObject({ status: 'RESOLVED', updated_at: before.updated_at, is_read: true })
})

test('what a mail server reports of our reply is no answer', async () => {
  const messageId = await reply()
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary="B"'
  const body = '--B\nContent-Type: text/plain\n\nIt is delayed.\n\n--B--'
  await append(emailTo(messageId, ['MIME-Version: 1.0', type], body))
  expect(await read()).toBe(0)
  expect((await get()).answers).toEqual([])
})

test('nobody writes into a thread who has not had our email', async () => {
  await reply()
  const forged = `<outbox-1.${'0'.repeat(20)}@huza.example>`
  await append(emailTo(forged, [`References: <outbox-1@huza.example> ${forged}`]))
  expect(await read()).toBe(0)
  expect((await get()).answers).toEqual([])
  expect(await imap.count()).toEqual({ messages: 1, unseen: 1 })
})

test('HTML comes as text, attachments by their names, and who else has written by the address', async () => {
  const messageId = await reply()
  const body = [
    '--B',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Yes &amp;<br><script>alert(1)</script><b onclick="x()">both</b></p>',
    '--B',
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    '',
    'JVBERi0=',
    '--B--',
  ].join('\n')
  const type = 'Content-Type: multipart/mixed; boundary="B"'
  const email = emailTo(messageId, ['MIME-Version: 1.0', type], body)
  await append(email.replace(visitor, 'boss@spreewerk.example'))
  expect(await read()).toBe(1)
  const [answer] = (await get()).answers
  expect(answer).toMatchObject({ email: 'boss@spreewerk.example', attachments: ['offer.pdf'] })
  expect(answer.text).toMatch(/^Yes &\s+both$/)
})

test('a sender with a hundred thousand combining marks holds nothing up', async () => {
  const sender = `a${'\u0316\u0301'.repeat(50_000)}@spreewerk.example`
  await append(emailTo(await reply()).replace(visitor, sender))
  expect(await threadMsOf(async () => expect(await read()).toBe(1))).toBeLessThan(500)
  expect((await get()).answers).toMatchObject([{ email: sender.slice(0, 254) }])
})

test.each([
  ['is read of an email', 100_000],
  ['is kept of it', 4_000],
])('an answer that is longer than what %s is cut, and says so', async (_than, times) => {
  const messageId = await reply()
  await append(emailTo(messageId, [], 'Muraho! '.repeat(times)))
  expect(await read()).toBe(1)
  const [answer] = (await get()).answers
  expect([answer.is_cut, answer.text.length <= 20_000]).toEqual([true, true])
})
