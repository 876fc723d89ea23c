import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retryEmail, retryFailedEmails } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { storeSubscribers } from '#testing/subscribing.ts'
import { writeDueIssues } from './send-issue.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
let mail: MailServer
let token: string
beforeEach(async () => {
  app = await startTestApp()
  mail = await startMailServer()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza', email: 'diane@huza.example' })
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const path = '/api/admin/newsletter-issues/'
const post = (more: string, json: object = {}) =>
  app.json(`${path}${more}`, { method: 'POST', token, json })
const create = async (fields: object = {}) =>
  (
    await post('', {
      subject: 'Spring in Kigali',
      content: '<p>News.</p>',
      article_ids: [],
      ...fields,
    })
  ).body
const issueOf = async (id: number) =>
  (await app.json(path, { token })).body.results.find((one: { id: number }) => one.id === id)
const subscribers = (count: number) => storeSubscribers(app, count)
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const write = () => writeDueIssues(app.services)
const sendDue = () => sendDueEmails(app.services, mail.mailer)

/** Writes and sends until nothing is left to do. */
async function sendAll() {
  do await write()
  while ((await sendDue()) > 0)
}

/** The subscription of an address. */
const idOf = async (email: string) => {
  const query = app.services.database.selectFrom('subscribers').select('id')
  return (await query.where('email', '=', email).executeTakeFirstOrThrow()).id
}
const leave = async (id: number) => {
  const query = app.services.database.selectFrom('subscribers').select(['id', 'email'])
  const subscriber = await query.where('id', '=', id).executeTakeFirstOrThrow()
  const json = { token: unsubscribeToken(app.services, subscriber) }
  return app.json('/api/website/unsubscribe/', { method: 'POST', json })
}
const edit = (id: number, json: object) =>
  app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json })

test('who leaves while an issue waits in the outbox does not get it, however they leave', async () => {
  await subscribers(6)
  const [byLink, byStaff, deleted, moved, ...staying] = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((index) => idOf(`reader-${index}@example.rw`)),
  )
  const { id } = await create()
  await post(`${id}/send/`)
  await write()
  expect((await leave(byLink as number)).status).toBe(200)
  expect((await edit(byStaff as number, { status: 'UNSUBSCRIBED' })).status).toBe(200)
  expect((await edit(moved as number, { email: 'moved@example.rw' })).status).toBe(200)
  const subscriber = `/api/admin/subscribers/${deleted}/`
  expect((await app.json(subscriber, { method: 'DELETE', token })).status).toBe(204)
  expect(await issueOf(id)).toMatchObject({ waiting: staying.length, withheld: 4, failed: 0 })
  await retryFailedEmails(app.services)
  const [withheld] = await outbox()
  expect(await retryEmail(app.services, withheld?.id ?? 0)).toBe(false)
  await sendAll()
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual([
    'reader-4@example.rw',
    'reader-5@example.rw',
  ])
  expect(await issueOf(id)).toMatchObject({ status: 'SENT', sent: 2, waiting: 0, withheld: 4 })
})

test('who leaves while a process that dies sends them an issue does not get it from another one', async () => {
  await subscribers(1)
  const { id } = await create()
  await post(`${id}/send/`)
  await write()
  const { database } = app.services
  const lease = new Date(app.services.now().getTime() + 60_000).toISOString()
  await database.updateTable('outbox').set({ claim: 'died', next_try_at: lease }).execute()
  await leave(await idOf('reader-0@example.rw'))
  app.advanceS(61)
  expect(await sendDue()).toBe(0)
  expect(mail.received).toEqual([])
  expect(await outbox()).toMatchObject([{ claim: null, next_try_at: null, sent_at: null }])
})

onPostgres('who leaves at the moment at which an issue is written does not get it', async () => {
  await subscribers(2)
  const reader = await idOf('reader-0@example.rw')
  const { id } = await create()
  await post(`${id}/send/`)
  // The writer has read the subscribers by the time that it wants to add their emails.
  await holdWhile(app, (held) => sql`lock table outbox in share mode`.execute(held), [
    write,
    () => leave(reader),
  ])
  await sendAll()
  expect(mail.received.map(({ to }) => to[0])).toEqual(['reader-1@example.rw'])
  expect(await issueOf(id)).toMatchObject({ status: 'SENT', sent: 1, withheld: 1 })
})
