import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { failingDatabase } from '#testing/failing-database.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'
import { openMailer } from './mailer.ts'
import { putInOutbox, removeOldEmails } from './outbox.ts'
import { sendDueEmails, startOutbox } from './send-due-emails.ts'

let app: TestApp
let mail: MailServer
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
    { recipient, subject, parts: ['Murakaza neza, Noëlla.'] },
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
  expect(text).toMatch(/^Message-ID: <outbox-\d+\.[\da-f]{20}@huza\.example>$/m)
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
  const email = { recipient: 'aline@example.rw', subject: 'x', parts: ['x'] }
  for (const more of [{ calendar }, { unsubscribe_link }]) {
    const now = app.services.now().toISOString()
    await putInOutbox(app.services.database, { ...email, ...more }, now)
  }
  await sendDue()
  const [first, second] = mail.received.map(({ text }) => text.replace(/\r\n /g, ' '))
  expect(first).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/m)
  expect(first).toContain('event.ics')
  expect(first).not.toMatch(/^List-/m)
  expect(second).toContain(`List-Unsubscribe: <${unsubscribe_link}>`)
  expect(second).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(second).toMatch(/^List-ID: .*Newsletter of Huza.* <newsletter\.huza\.example>/im)
  expect(second).not.toContain('text/calendar')
})

test('an email is text and HTML, also one that was written before there was HTML', async () => {
  await put('aline@example.rw')
  await put('eric@example.rw')
  const { database } = app.services
  await database
    .updateTable('outbox')
    .set({ parts: '' })
    .where('recipient', '=', 'eric@example.rw')
    .execute()
  await sendDue()
  expect(mail.received).toHaveLength(2)
  for (const { text } of mail.received) {
    expect(text).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(mimePart(text, 'text/plain')?.trim()).toBe('Murakaza neza, Noëlla.')
    expect(mimePart(text, 'text/html')).toMatch(/<p [^>]+>Murakaza neza, Noëlla\.<\/p>/)
  }
})

test('several processes that send at the same time send each email once', async () => {
  for (let count = 0; count < 5; count += 1) await put(`reader-${count}@example.rw`)
  const sent = await Promise.all([sendDue(), sendDue(), sendDue()])
  expect(sent.reduce((sum, count) => sum + count)).toBe(5)
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 5 }, (_, index) => `reader-${index}@example.rw`),
  )
})

onPostgres('an email that another process has locked holds up no other', async () => {
  await put('locked@example.rw')
  await put('next@example.rw')
  await app.services.database.transaction().execute(async (transaction) => {
    const [first] = await emails()
    await transaction
      .selectFrom('outbox')
      .select('id')
      .where('id', '=', first?.id ?? 0)
      .forUpdate()
      .execute()
    expect(await sendDue()).toBe(1)
  })
  expect(mail.received.map(({ to }) => to)).toEqual([['next@example.rw']])
  expect(await sendDue()).toBe(1)
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

test('an email whose text the recipient refuses is given up at once', async () => {
  await put('spam@example.rw')
  expect(await sendDue()).toBe(0)
  expect((await emails())[0]).toMatchObject({ attempts: 1, next_try_at: null, sent_at: null })
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

test('an email whose process died is taken over by another after a minute, with the same Message-ID', async () => {
  await put('aline@example.rw')
  const accepting = Promise.withResolvers<void>()
  mail.behaviour.beforeAccepting = () => accepting.promise
  const dying = openMailer(mail.url)
  const first = sendDueEmails(app.services, dying)
  await expect.poll(() => mail.received.length).toBe(1)
  app.advanceS(59)
  expect(await sendDue()).toBe(0)
  app.advanceS(1)
  mail.behaviour.beforeAccepting = async () => {}
  expect(await sendDue()).toBe(1)
  expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(1)
  accepting.resolve()
  await first
  dying.close()
})

test('a process that has lost an email to another does not write its outcome', async () => {
  await put('aline@example.rw')
  const failing = Promise.withResolvers<never>()
  const slow = sendDueEmails(app.services, { send: () => failing.promise })
  await expect.poll(async () => (await emails())[0]?.claim).not.toBeNull()
  app.advanceS(60)
  expect(await sendDue()).toBe(1)
  const [sent] = await emails()
  failing.reject(new Error('Timeout'))
  expect(await slow).toBe(0)
  expect(await emails()).toEqual([sent])
})

test('what the mail server has taken is noted once the database is back, and not sent again', async () => {
  await put('aline@example.rw')
  let failures = 0
  const database = failingDatabase(app.services.database, () => {
    if (mail.received.length === 0 || failures === 2) return false
    failures += 1
    return true
  })
  const log = pino({ level: 'silent' })
  expect(await sendDueEmails({ ...app.services, database, log }, mail.mailer)).toBe(1)
  expect(failures).toBe(2)
  app.advanceS(60)
  expect(await sendDue()).toBe(0)
  expect(mail.received).toHaveLength(1)
})

test('a process whose database stays away gives up when its claim ends', async () => {
  await put('aline@example.rw')
  const database = failingDatabase(app.services.database, () => {
    if (mail.received.length === 0) return false
    app.advanceS(30)
    return true
  })
  const log = pino({ level: 'silent' })
  const sending = sendDueEmails({ ...app.services, database, log }, mail.mailer)
  await expect(sending).rejects.toThrow('away')
  expect(await sendDue()).toBe(1)
})

test('the text of an email can inject no header and no recipient', async () => {
  await put('aline@example.rw', 'Hello\r\nBcc: everybody@example.rw')
  await put('aline@example.rw, everybody@example.rw')
  await sendDue()
  expect(mail.received.map(({ to }) => to)).toEqual([['aline@example.rw']])
  expect(mail.received[0]?.text).toMatch(/^Subject: Hello Bcc: everybody@example\.rw\r$/m)
  expect(mail.received[0]?.text).not.toMatch(/^Bcc/m)
})

test('an email of a transaction that is rolled back is not stored', async () => {
  const failing = app.services.database.transaction().execute(async (transaction) => {
    const email = { recipient: 'aline@example.rw', subject: 'x', parts: ['x'] }
    await putInOutbox(transaction, email, app.services.now().toISOString())
    throw new Error('something else failed')
  })
  await expect(failing).rejects.toThrow('something else failed')
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

test('a process that stops gives the email under way a few seconds, and leaves it to the next one if they are not enough', async () => {
  mail.behaviour.isSilent = true
  await put('aline@example.rw')
  await put('eric@example.rw')
  const { config } = app.services
  const services = { ...app.services, config: { ...config, smtpUrl: mail.url } }
  const stop = startOutbox(services, 1, 50)
  await expect.poll(mail.connections).toBe(1)
  await stop()
  expect(mail.connections()).toBe(1)
  const next_try_at = services.now().toISOString()
  const waiting = { attempts: 0, claim: null, sent_at: null, next_try_at }
  expect(await emails()).toMatchObject([waiting, waiting])
})

test('a process that stops finishes the email under way and begins no other', async () => {
  await put('aline@example.rw')
  await put('eric@example.rw')
  const accepting = Promise.withResolvers<void>()
  mail.behaviour.beforeAccepting = () => accepting.promise
  const { config } = app.services
  const stop = startOutbox({ ...app.services, config: { ...config, smtpUrl: mail.url } }, 1)
  await expect.poll(() => mail.received.length).toBe(1)
  const stopped = stop()
  accepting.resolve()
  await stopped
  expect((await emails()).map(({ sent_at }) => sent_at !== null)).toEqual([true, false])
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
