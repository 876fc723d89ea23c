import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openMailer } from './mailer.ts'
import { findWaitingEmails, putInOutbox } from './outbox.ts'
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

const put = (recipient: string) =>
  putInOutbox(
    app.services.database,
    { recipient, subject: 'Your certificate', parts: ['Murakaza neza.'] },
    app.services.now().toISOString(),
  )
const emails = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const start = (everyMs: number) => {
  const { config } = app.services
  return startOutbox({ ...app.services, config: { ...config, smtpUrl: mail.url } }, everyMs)
}

test.each([
  ['a login that our mail server refuses', { refusesLogin: true }, 535],
  ['a sender that our mail server refuses', { refusesSender: true }, 553],
  [
    'a daily limit that is reached',
    { refusesData: '5.4.5 Daily user sending limit exceeded' },
    550,
  ],
])('%s costs no email an attempt, and none is tried after it', async (_reason, behaviour, code) => {
  Object.assign(mail.behaviour, behaviour)
  await put('aline@example.rw')
  await put('eric@example.rw')
  await expect(sendDueEmails(app.services, mail.mailer)).rejects.toThrow(`${code} `)
  const next_try_at = app.services.now().toISOString()
  const due = { attempts: 0, claim: null, sent_at: null, next_try_at }
  expect(await emails()).toMatchObject([
    { ...due, last_error: expect.stringContaining(`${code} `) },
    { ...due, last_error: '' },
  ])
  expect(mail.connections()).toBe(1)
})

test('a recipient that our mail server takes only after a login is tried again', async () => {
  await put('login@example.rw')
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(0)
  expect(await emails()).toMatchObject([{ attempts: 1, next_try_at: '2026-03-02T08:01:00.000Z' }])
})

test('a day with a reached limit loses no email, and is told of as an outage is', async () => {
  await put('aline@example.rw')
  await put('eric@example.rw')
  mail.behaviour.refusesData = '5.4.5 Daily user sending limit exceeded'
  for (let hour = 0; hour < 24; hour += 1) {
    await expect(sendDueEmails(app.services, mail.mailer)).rejects.toThrow('5.4.5')
    app.advanceS(60 * 60)
  }
  const written = '2026-03-02T08:00:00.000Z'
  expect(await findWaitingEmails(app.services)).toEqual({ count: 2, oldest_at: written })
  mail.behaviour.refusesData = ''
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(2)
})

test('an email that is refused because of us is tried again: we may be taken off a list', async () => {
  mail.behaviour.refusesData = '5.7.1 Your address is blocked'
  mail.behaviour.refusals.blocked = 554
  mail.behaviour.refusalTexts.blocked = '5.7.1 Service unavailable'
  await put('blocked@example.rw')
  await put('aline@example.rw')
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(0)
  const later = { attempts: 1, next_try_at: '2026-03-02T08:01:00.000Z', bounce: '' }
  expect(await emails()).toMatchObject([later, later])
})

test('a recipient to whom alone a limit applies keeps no other email from being sent', async () => {
  mail.behaviour.refusals.limited = 550
  mail.behaviour.refusalTexts.limited = '5.4.5 Recipient has reached a limit'
  await put('limited@example.rw')
  await put('aline@example.rw')
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(1)
  expect(await emails()).toMatchObject([
    { attempts: 1, next_try_at: null, sent_at: null },
    { attempts: 1, sent_at: expect.any(String) },
  ])
})

test('emails outlast a mail server that is away for a week, and are sent at once when it is back', async () => {
  const away = openMailer('smtp://127.0.0.1:1')
  await put('aline@example.rw')
  for (let day = 0; day < 7; day += 1) {
    await expect(sendDueEmails(app.services, away)).rejects.toThrow('ECONNREFUSED')
    app.advanceS(24 * 60 * 60)
  }
  await put('eric@example.rw')
  expect(await sendDueEmails(app.services, mail.mailer)).toBe(2)
})

test('how long emails wait is told, also after attempts, and what a recipient has put off is not among them', async () => {
  const away = openMailer('smtp://127.0.0.1:1')
  const waiting = () => findWaitingEmails(app.services)
  expect(await waiting()).toEqual({ count: 0, oldest_at: null })
  await put('later@example.rw')
  await sendDueEmails(app.services, mail.mailer)
  expect(await waiting()).toEqual({ count: 0, oldest_at: null })
  app.advanceS(30)
  const written = app.services.now().toISOString()
  await put('aline@example.rw')
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(sendDueEmails(app.services, away)).rejects.toThrow('ECONNREFUSED')
    expect(await waiting()).toEqual({ count: 1, oldest_at: written })
    app.advanceS(5)
  }
  app.advanceS(30)
  expect(await waiting()).toEqual({ count: 2, oldest_at: written })
})

test('a connection that is lost while an email is sent costs it an attempt: it may have arrived', async () => {
  await put('aline@example.rw')
  const reset = Object.assign(new Error('read ECONNRESET'), {
    code: 'ESOCKET',
    command: 'CONN',
    syscall: 'read',
  })
  expect(await sendDueEmails(app.services, { send: () => Promise.reject(reset) })).toBe(0)
  expect(await emails()).toMatchObject([{ attempts: 1, next_try_at: '2026-03-02T08:01:00.000Z' }])
})

test('a mail server that takes nothing is asked less and less often', async () => {
  mail.behaviour.refusesLogin = true
  await put('aline@example.rw')
  const began = Date.now()
  const stop = start(10)
  await expect.poll(mail.connections).toBe(4)
  // The checks rest for 20, 40 and 80 ms in between.
  expect(Date.now() - began).toBeGreaterThanOrEqual(140)
  mail.behaviour.refusesLogin = false
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['aline@example.rw']])
  await stop()
})

test('a clock that is set back by a day during an outage lets emails wait no longer', async () => {
  mail.behaviour.refusesLogin = true
  await put('aline@example.rw')
  const later = Date.now() + 24 * 60 * 60_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  const stop = start(10)
  await expect.poll(mail.connections).toBe(1)
  await expect.poll(async () => (await emails())[0]?.last_error).toContain('535 ')
  clock.mockRestore()
  mail.behaviour.refusesLogin = false
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['aline@example.rw']])
  await stop()
})
