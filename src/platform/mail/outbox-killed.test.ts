import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { putInOutbox } from './outbox.ts'
import { sendDueEmails } from './send-due-emails.ts'

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** A process that sends the due emails, by the clock of the test. */
const program = `
  const { openDatabase } = await import(${urlOf('../../database/open.ts')})
  const { openMailer } = await import(${urlOf('./mailer.ts')})
  const { sendDueEmails } = await import(${urlOf('./send-due-emails.ts')})
  const [config, secret, smtpUrl, now] = JSON.parse(process.argv[1])
  const services = {
    ...{ config, secret },
    database: openDatabase(config),
    now: () => new Date(now),
    log: { warn() {} },
    readSettings: async () => ({ contact: { email: 'info@huza.example' } }),
  }
  await sendDueEmails(services, openMailer(smtpUrl))
  await services.database.destroy()`

test('however often processes are killed, every email is sent, and repeated under its own Message-ID only', {
  timeout: 180_000,
}, async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const { database, config, now } = app.services
  const recipients = Array.from({ length: 20 }, (_, index) => `reader-${index}@example.rw`)
  for (const recipient of recipients) {
    const email = { recipient, subject: 'Welcome', parts: ['Murakaza neza.'] }
    await putInOutbox(database, email, now().toISOString())
  }

  const start = () => {
    const input = JSON.stringify([config, app.services.secret, mail.url, now()])
    const args = ['--input-type=module', '--eval', program, input]
    return spawn(process.execPath, args, { stdio: 'inherit' })
  }
  // Both processes are killed when the mail server has seen so many more connections, or has received so many more
  // emails without a word yet to their senders.
  const moments = [
    { connections: 1, emails: Infinity },
    { connections: Infinity, emails: 1 },
    { connections: 3, emails: Infinity },
    { connections: Infinity, emails: 4 },
  ]
  for (const moment of moments) {
    const enough = Promise.withResolvers<void>()
    const before = { connections: mail.connections(), emails: mail.received.length }
    const look = async () => {
      const connections = mail.connections() - before.connections
      const emails = mail.received.length - before.emails
      if (connections >= moment.connections || emails >= moment.emails) enough.resolve()
    }
    mail.behaviour.onConnection = look
    mail.behaviour.beforeAccepting = look
    const processes = [start(), start()]
    const ended = processes.map((process) => once(process, 'exit'))
    await enough.promise
    for (const process of processes) process.kill('SIGKILL')
    expect(await Promise.all(ended)).toEqual([
      [null, 'SIGKILL'],
      [null, 'SIGKILL'],
    ])
    app.advanceS(60)
  }

  await sendDueEmails(app.services, mail.mailer)
  const unsent = database.selectFrom('outbox').select('recipient').where('sent_at', 'is', null)
  expect(await unsent.execute()).toEqual([])
  expect([...new Set(mail.received.flatMap(({ to }) => to))].sort()).toEqual(recipients.sort())
  const pairs = new Set(mail.received.map(({ to, messageId }) => `${to} ${messageId}`))
  expect(pairs.size).toBe(recipients.length)
})
