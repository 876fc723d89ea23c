import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  deleteUnsent,
  removeOldEmails,
  retryEmail,
  retryFailedEmails,
} from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { writeDueIssues } from './send-issue.ts'

let app: TestApp
let mail: MailServer
let token: string
beforeEach(async () => {
  app = await startTestApp()
  mail = await startMailServer()
  token = await app.signIn('RECRUITER')
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const issues = '/api/admin/newsletter-issues/'
const post = async (path: string, json: object = {}) =>
  (await app.json(`${issues}${path}`, { method: 'POST', token, json })).body
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const sendDue = () => sendDueEmails(app.services, mail.mailer)

/** Begins to send an issue to these addresses. */
async function startIssue(emails: readonly string[]): Promise<number> {
  const at = app.services.now().toISOString()
  const rowOf = (email: string) => ({ email, email_key: emailKeyOf(email), asked_at: null })
  const times = { created_at: at, updated_at: at }
  await app.services.database
    .insertInto('subscribers')
    .values(emails.map((email) => ({ ...rowOf(email), ...times })))
    .execute()
  const fields = { subject: 'Spring in Kigali', content: '<p>News.</p>', article_ids: [] }
  const { id } = await post('', fields)
  await post(`${id}/send/`)
  await writeDueIssues(app.services)
  return id
}

const stop = (id: number) => post(`${id}/steer/`, { move: 'stop' })

/** Begins to send an issue to these addresses, and stops it while the first email is on its way. */
async function stopWhileSending(emails: readonly string[]) {
  const id = await startIssue(emails)
  let stopped: unknown
  mail.behaviour.onConnection = async () => {
    stopped ??= await stop(id)
  }
  await sendDue()
  expect(stopped).toMatchObject({ status: 'STOPPED' })
  return id
}

const issueOf = async (id: number) => (await app.json(`${issues}${id}/`, { token })).body

test('an email that fails while its issue is stopped is not tried again', async () => {
  const id = await stopWhileSending(['later@example.rw', 'reader@example.rw'])
  const [failed, ...others] = await outbox()
  expect([failed?.recipient, failed?.attempts, others]).toEqual(['later@example.rw', 1, []])
  mail.behaviour.refusals = {}
  app.advanceS(24 * 60 * 60)
  await sendDue()
  expect(mail.received).toEqual([])
  expect(await outbox()).toMatchObject([
    {
      claim: null,
      next_try_at: null,
      sent_at: null,
      last_error: 'Not sent: the sending of this issue was stopped.',
    },
  ])
  expect(await retryEmail(app.services, failed?.id ?? 0)).toBe(false)
  token = await app.signIn('RECRUITER', { email: 'again@huza.example' })
  expect(await issueOf(id)).toMatchObject({ sent: 0, waiting: 0, failed: 0, withheld: 1 })
})

test('an email that arrives while its issue is stopped counts as sent', async () => {
  const id = await stopWhileSending(['reader@example.rw', 'other@example.rw'])
  expect(mail.received.map(({ to }) => to)).toEqual([['reader@example.rw']])
  expect(await issueOf(id)).toMatchObject({ sent: 1, waiting: 0, failed: 0, withheld: 0 })
})

test('an email that was given up before its issue was stopped is not tried again either', async () => {
  const { services } = app
  const id = await startIssue(['reader@example.rw', 'other@example.rw', 'third@example.rw'])
  const [givenUp, suppressed] = (await outbox()).map((email) => email.id)
  const set = (email: number | undefined, values: object) =>
    services.database
      .updateTable('outbox')
      .set({ next_try_at: null, ...values })
      .where('id', '=', email ?? 0)
      .execute()
  await set(givenUp, { attempts: 7, last_error: 'Busy' })
  await set(suppressed, { withheld: 'SUPPRESSED' })
  expect(await issueOf(id)).toMatchObject({ waiting: 1, failed: 1, withheld: 1 })
  await stop(id)
  expect(await issueOf(id)).toMatchObject({ sent: 0, waiting: 0, failed: 0, withheld: 2 })
  expect(await retryFailedEmails(services)).toBe(0)
  expect(await retryEmail(services, suppressed ?? 0)).toBe(false)
  await sendDue()
  expect(mail.received).toEqual([])
})

test('an unsent email of an issue never counts as sent, also once it is deleted', async () => {
  const { services } = app
  const id = await startIssue(['reader@example.rw', 'other@example.rw', 'third@example.rw'])
  await sendDue()
  const [, failed, erased] = (await outbox()).map((email) => email.id)
  await services.database
    .updateTable('outbox')
    .set({ sent_at: null, last_error: 'Busy' })
    .where('id', 'in', [failed ?? 0, erased ?? 0])
    .execute()
  expect(await issueOf(id)).toMatchObject({ sent: 1, failed: 2 })
  await services.database
    .transaction()
    .execute((transaction) => deleteUnsent(transaction, [erased ?? 0]))
  app.advanceS(30 * 24 * 60 * 60)
  await removeOldEmails(services)
  app.advanceS(60 * 24 * 60 * 60)
  await removeOldEmails(services)
  expect(await outbox()).toEqual([])
  token = await app.signIn('RECRUITER', { email: 'later@huza.example' })
  expect(await issueOf(id)).toMatchObject({ sent: 1, waiting: 0, failed: 0, withheld: 0 })
})

onPostgres('an issue is stopped while what was given up is tried again', async () => {
  const { database } = app.services
  const id = await startIssue(['reader@example.rw', 'other@example.rw'])
  const [first] = await outbox()
  await database.updateTable('outbox').set({ next_try_at: null, attempts: 7 }).execute()
  // Its row is behind the other one from now on.
  const changeFirst = (by: typeof database) =>
    by
      .updateTable('outbox')
      .set({ last_error: 'Busy' })
      .where('id', '=', first?.id ?? 0)
      .execute()
  await changeFirst(database)
  const retry = () => retryFailedEmails(app.services)
  const [retried, stopped] = await holdWhile(app, changeFirst, [retry, () => stop(id)])
  expect(retried).toBe(2)
  expect(stopped).toMatchObject({ status: 'STOPPED', sent: 0, waiting: 0 })
  expect(await outbox()).toEqual([])
})
