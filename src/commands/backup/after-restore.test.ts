import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastDigestDay } from '#features/overview/server/digest.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { withholdOutdated } from '#platform/mail/withhold.ts'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { openRestored, prepareBackups } from '#testing/backups.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await backups.remove()
})

test('after a restore nobody is signed in, and emails that were waiting are held', async () => {
  const user = await createUser(app.services)
  await openTestSession(app.services, user)
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(app.services.database, email, app.services.now().toISOString())
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { database } = await openRestored(fresh)
  const sessions = await database.selectFrom('sessions').select('ended_at').execute()
  expect(sessions).toEqual([{ ended_at: expect.any(String) }])
  const waiting = await database.selectFrom('outbox').selectAll().execute()
  expect(waiting).toMatchObject([
    { next_try_at: null, sent_at: null, last_error: expect.stringContaining('Restored') },
  ])
})

test('the digests of the week count as written after a restore', async () => {
  await app.signIn('ADMIN')
  await app.services.database.updateTable('users').set({ digest_on: '2026-02-23' }).execute()
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const site = await openRestored(fresh)
  const { digest_on } = await site.database
    .selectFrom('users')
    .select('digest_on')
    .executeTakeFirstOrThrow()
  expect(digest_on).toBe(lastDigestDay(new Date()))
})

test('no id is given a second time after a restore', async () => {
  await createUser(app.services, { role: 'EDITOR' })
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const { database } = await openRestored(fresh)
  const services = { ...app.services, database }
  expect((await createUser(services, { role: 'EDITOR' })).id).toBeGreaterThan(100_000)
  // Of a table that was empty.
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(database, email, app.services.now().toISOString())
  const { id } = await database.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(100_000)
})

test('a withheld email keeps its reason when a backup is restored', async () => {
  const { database, now } = app.services
  const email = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(database, email, now().toISOString())
  await database
    .transaction()
    .execute((transaction) => withholdOutdated(transaction, [email.recipient], ['']))
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite()
  await backups.restore(fresh)
  const site = await openRestored(fresh)
  expect(await site.database.selectFrom('outbox').selectAll().execute()).toMatchObject([
    {
      withheld: 'OUTDATED',
      next_try_at: null,
      claim: null,
      last_error: 'Not sent: a newer email about the same has replaced it.',
    },
  ])
})
