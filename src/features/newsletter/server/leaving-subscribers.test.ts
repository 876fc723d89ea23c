import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retryEmail, retryFailedEmails } from '#platform/mail/outbox.ts'
import type { TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { startIssuing } from '#testing/issues.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { storeSubscribers } from '#testing/subscribing.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let site: Awaited<ReturnType<typeof startIssuing>>
let app: TestApp
beforeEach(async () => {
  site = await startIssuing()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

const subscribers = (count: number) => storeSubscribers(app, count)

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
  app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token: site.token, json })

test('who leaves while an issue waits in the outbox does not get it, however they leave', async () => {
  await subscribers(6)
  const [byLink, byStaff, deleted, moved, ...staying] = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((index) => idOf(`reader-${index}@example.rw`)),
  )
  const { id } = await site.create()
  await site.post(`${id}/send/`)
  await site.write()
  expect((await leave(byLink as number)).status).toBe(200)
  expect((await edit(byStaff as number, { status: 'UNSUBSCRIBED' })).status).toBe(200)
  expect((await edit(moved as number, { email: 'moved@example.rw' })).status).toBe(200)
  const subscriber = `/api/admin/subscribers/${deleted}/`
  expect((await app.json(subscriber, { method: 'DELETE', token: site.token })).status).toBe(204)
  expect(await site.issueOf(id)).toMatchObject({ waiting: staying.length, withheld: 4, failed: 0 })
  await retryFailedEmails(app.services)
  const left = (await site.outbox()).filter(({ withheld }) => withheld === 'UNSUBSCRIBED')
  expect(left).toHaveLength(4)
  for (const { id: email } of left) expect(await retryEmail(app.services, email)).toBe(false)
  await site.sendAll()
  expect(site.mail.received.map(({ to }) => to[0]).sort()).toEqual([
    'reader-4@example.rw',
    'reader-5@example.rw',
  ])
  expect(await site.issueOf(id)).toMatchObject({ status: 'SENT', sent: 2, waiting: 0, withheld: 4 })
})

test('who leaves while a process that dies sends them an issue does not get it from another one', async () => {
  await subscribers(1)
  const { id } = await site.create()
  await site.post(`${id}/send/`)
  await site.write()
  const { database } = app.services
  const lease = new Date(app.services.now().getTime() + 60_000).toISOString()
  await database.updateTable('outbox').set({ claim: 'died', next_try_at: lease }).execute()
  await leave(await idOf('reader-0@example.rw'))
  app.advanceS(61)
  expect(await site.sendDue()).toBe(0)
  expect(site.mail.received).toEqual([])
  expect(await site.outbox()).toMatchObject([{ claim: null, next_try_at: null, sent_at: null }])
})

onPostgres('who leaves at the moment at which an issue is written does not get it', async () => {
  await subscribers(2)
  const reader = await idOf('reader-0@example.rw')
  const { id } = await site.create()
  await site.post(`${id}/send/`)
  // The writer has read the subscribers by the time that it wants to add their emails.
  await holdWhile(app, (held) => sql`lock table outbox in share mode`.execute(held), [
    site.write,
    () => leave(reader),
  ])
  await site.sendAll()
  expect(site.mail.received.map(({ to }) => to[0])).toEqual(['reader-1@example.rw'])
  expect(await site.issueOf(id)).toMatchObject({ status: 'SENT', sent: 1, withheld: 1 })
})
