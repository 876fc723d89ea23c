import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { openMailer } from './mail.ts'
import { putInOutbox, removeOldEmails, sendDueEmails, startOutbox } from './outbox.ts'

type Received = { to: string[]; text: string }

/** A real mail server on a free port. It refuses recipients named `refused` for good, and `later` temporarily. */
async function startMailServer() {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = address.startsWith('refused') ? 550 : address.startsWith('later') ? 451 : null
      const reason = `No such mailbox here: <${address}>`
      done(code ? Object.assign(new Error(reason), { responseCode: code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const mailer = openMailer(url)
  return {
    received,
    mailer,
    url,
    async stop() {
      mailer.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

let app: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  app = await startTestApp()
  mail = await startMailServer()
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const put = (recipient: string, subject = 'Your certificate') =>
  putInOutbox(
    app.services.database,
    { recipient, subject, body: 'Murakaza neza, Noëlla.' },
    app.services.now().toISOString(),
  )
const sendDue = () => sendDueEmails(app.services, mail.mailer)
const emails = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

test('an email reaches the mail server once, from the company, and is marked as sent', async () => {
  await put('noella@example.rw', 'Your certificate, Noëlla')
  expect(await sendDue()).toBe(1)
  expect(await sendDue()).toBe(0)
  expect(mail.received).toHaveLength(1)
  const [{ to, text } = { to: [], text: '' }] = mail.received
  expect(to).toEqual(['noella@example.rw'])
  expect(text).toMatch(/^From: Huza <info@huza\.example>$/m)
  expect(text).toMatch(/^Message-ID: <outbox-\d+@huza\.example>$/m)
  const [email] = await emails()
  expect(email).toMatchObject({
    attempts: 1,
    next_try_at: null,
    sent_at: '2026-03-02T08:00:00.000Z',
  })
})

test('an email carries its calendar file, and a mailing list email its one-click unsubscribe headers', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
  const unsubscribe_link = 'https://huza.example/newsletter/unsubscribe?token=1.abc'
  const email = { recipient: 'aline@example.rw', subject: 'x', body: 'x' }
  for (const more of [{ calendar }, { unsubscribe_link }]) {
    const now = app.services.now().toISOString()
    await putInOutbox(app.services.database, { ...email, ...more }, now)
  }
  await sendDue()
  const [first, second] = mail.received.map(({ text }) => text.replace(/\r\n /g, ' '))
  expect(first).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/m)
  expect(first).toContain('event.ics')
  expect(first).not.toContain('List-Unsubscribe')
  expect(second).toContain(`List-Unsubscribe: <${unsubscribe_link}>`)
  expect(second).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(second).not.toContain('text/calendar')
})

test('several processes that send at the same time send each email once', async () => {
  for (let count = 0; count < 5; count += 1) await put(`reader-${count}@example.rw`)
  const sent = await Promise.all([sendDue(), sendDue(), sendDue()])
  expect(sent.reduce((sum, count) => sum + count)).toBe(5)
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 5 }, (_, index) => `reader-${index}@example.rw`),
  )
})

test('an email that cannot be sent is retried at growing intervals, and given up at last', async () => {
  await put('later@example.rw')
  const waitsMinutes: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    expect(await sendDue()).toBe(0)
    const [email] = await emails()
    const waitMs = new Date(email?.next_try_at ?? 0).getTime() - app.services.now().getTime()
    waitsMinutes.push(waitMs / 60_000)
    app.advanceS(waitMs / 1000 - 1)
    expect(await sendDue()).toBe(0)
    expect((await emails())[0]?.attempts).toBe(tries + 1)
    app.advanceS(1)
  }
  expect(waitsMinutes).toEqual([1, 5, 30, 120, 480, 1440])
  await sendDue()
  const [email] = await emails()
  expect(email).toMatchObject({ attempts: 7, next_try_at: null, sent_at: null })
  expect(email?.last_error).toContain('No such mailbox here')
})

test('an email that the mail server refuses permanently is given up at once and delays no other email', async () => {
  await put('refused@example.rw')
  await put('aline@example.rw')
  expect(await sendDue()).toBe(1)
  const [refused, sent] = await emails()
  expect(refused).toMatchObject({ attempts: 1, next_try_at: null, sent_at: null })
  expect(sent?.sent_at).not.toBeNull()
})

test('the log says that an email was not sent and why, but never to whom', async () => {
  await put('refused@example.rw')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await sendDueEmails({ ...app.services, log }, mail.mailer)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, code: 'EENVELOPE', responseCode: 550, msg: 'mail not sent' },
  ])
  expect(lines.join()).not.toContain('refused@')
  expect((await emails())[0]?.last_error).toContain('refused@example.rw')
})

test('emails wait while no mail server responds, and are sent when one does', async () => {
  const { mailer } = mail
  const closed = openMailer('smtp://127.0.0.1:1')
  await put('aline@example.rw')
  expect(await sendDueEmails(app.services, closed)).toBe(0)
  app.advanceS(60)
  expect(await sendDueEmails(app.services, mailer)).toBe(1)
})

test('an email whose process died is taken over by another after five minutes', async () => {
  await put('aline@example.rw')
  const dying = { send: () => new Promise(() => {}), close() {} }
  void sendDueEmails(app.services, dying)
  await expect.poll(async () => (await emails())[0]?.attempts).toBe(1)
  expect(await sendDue()).toBe(0)
  app.advanceS(300)
  expect(await sendDue()).toBe(1)
})

test('the text of an email can inject no header and no recipient', async () => {
  await put('aline@example.rw', 'Hello\r\nBcc: everybody@example.rw')
  await put('aline@example.rw, everybody@example.rw')
  await sendDue()
  expect(mail.received.flatMap(({ to }) => to)).not.toContain('everybody@example.rw')
  expect(mail.received[0]?.text).not.toMatch(/^Bcc/m)
})

test('an email of a transaction that is rolled back is not stored', async () => {
  await app.services.database
    .transaction()
    .execute(async (transaction) => {
      const email = { recipient: 'aline@example.rw', subject: 'x', body: 'x' }
      await putInOutbox(transaction, email, app.services.now().toISOString())
      throw new Error('something else failed')
    })
    .catch(() => {})
  expect(await emails()).toEqual([])
})

test('sent emails are deleted after a month, unsent ones after three', async () => {
  await put('aline@example.rw')
  await sendDue()
  await put('later@example.rw')
  app.advanceS(29 * 24 * 3600)
  await removeOldEmails(app.services)
  expect(await emails()).toHaveLength(2)
  app.advanceS(24 * 3600)
  await removeOldEmails(app.services)
  expect((await emails()).map((email) => email.recipient)).toEqual(['later@example.rw'])
  app.advanceS(60 * 24 * 3600)
  await removeOldEmails(app.services)
  expect(await emails()).toEqual([])
})

test('a process with a mail server sends emails until it stops; one without leaves them in the outbox', async () => {
  const stopIdle = startOutbox(app.services, 1)
  const { config } = app.services
  const stop = startOutbox({ ...app.services, config: { ...config, smtpUrl: mail.url } }, 1)
  await put('aline@example.rw')
  await expect.poll(async () => (await emails())[0]?.sent_at).not.toBeNull()
  await stop()
  await put('eric@example.rw')
  await stopIdle()
  expect(mail.received.map(({ to }) => to)).toEqual([['aline@example.rw']])
  expect((await emails())[1]?.attempts).toBe(0)
})
