import type { ControlledTransaction } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retainedRows } from '#api/router.ts'
import type { Tables } from '#database/tables.ts'
import { removeOldSubscribers } from '#features/newsletter/server/subscribe.ts'
import { removeOldRows } from '#platform/storage/old-rows.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'
import { readEvents } from '../events.ts'
import { countLockWaits } from '../lock-waits.ts'

/** On SQLite no two transactions are open at once in a process. */
const testOnPostgres = test.runIf(process.env.TEST_DATABASE_URL)

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const at = '2025-03-02T08:00:00.000Z'
const toRow = (email: string, more: { asked_at?: string; unsubscribed_at?: string }) => ({
  email,
  email_key: email,
  asked_at: null,
  unsubscribed_at: null,
  consent_place: '',
  consent_day: null,
  consent_by: '',
  created_at: at,
  updated_at: at,
  ...more,
})
const store = (...rows: ReturnType<typeof toRow>[]) =>
  app.services.database.insertInto('subscribers').values(rows).execute()
const stored = async () =>
  (await app.services.database.selectFrom('subscribers').select('email').execute()).map(
    ({ email }) => email,
  )
/** Another transaction, which changes a subscriber. */
async function startOther() {
  const other = await app.services.database.startTransaction().execute()
  const touch = (email: string) =>
    other
      .updateTable('subscribers')
      .set({ consent_place: 'Huye' })
      .where('email', '=', email)
      .execute()
  return { other, touch }
}
const untilWaiting = () =>
  expect.poll(() => countLockWaits(app.services.database), { timeout: 20_000 }).toBe(1)

testOnPostgres(
  'a part of an import that another transaction was in the way of is added',
  async () => {
    await store(toRow('z@example.rw', { asked_at: at }))
    const { other, touch } = await startOther()
    await touch('z@example.rw')
    const first = Array.from({ length: 500 }, (_, index) => `first${index}@example.rw`)
    const body = new FormData()
    const rows = ['Email', ...first, 'a@example.rw', 'z@example.rw']
    body.append('file', new File([rows.join('\n')], 'list.csv'))
    body.append('consent_place', 'Job fair in Huye')
    body.append('consent_day', '2026-02-27')
    const importing = app.json('/api/admin/subscribers/import/', { method: 'POST', token, body })
    await untilWaiting()
    // The one that has waited longer is undone.
    await other
      .insertInto('subscribers')
      .values(toRow('a@example.rw', { asked_at: at }))
      .execute()
    await other.commit().execute()
    const { status, body: report } = await importing
    expect([status, report.counts?.added]).toEqual([200, 502])
  },
)

testOnPostgres('the clean-up of subscribers waits for nobody who changes them', async () => {
  await store(toRow('a@example.rw', { asked_at: at }), toRow('b@example.rw', { asked_at: at }))
  const { other, touch } = await startOther()
  await touch('a@example.rw')
  await removeOldSubscribers(app.services)
  await other.commit().execute()
  expect(await stored()).toEqual(['a@example.rw'])
})

/** Has subscribers go who ended their subscription half a year ago. */
const setRetention = () =>
  app.services.database
    .insertInto('settings')
    .values({
      id: 'retention',
      value: JSON.stringify({ subscribers: '180' }),
      revision_id: null,
      by_name: '',
      updated_at: at,
    })
    .execute()

testOnPostgres('old rows go in the night in which another transaction was in the way', async () => {
  await setRetention()
  const gone = { unsubscribed_at: at }
  await store(toRow('one@example.rw', gone), toRow('two@example.rw', gone))
  const { other, touch } = await startOther()
  await touch('two@example.rw')
  const removing = removeOldRows(retainedRows)(app.services)
  await untilWaiting()
  // The one that has waited longer is undone.
  await touch('one@example.rw')
  await other.commit().execute()
  await removing
  expect(await stored()).toEqual([])
})

testOnPostgres('old rows that are deleted at the second try are counted once', async () => {
  const { database } = app.services
  await setRetention()
  const gone = { unsubscribed_at: at }
  await store(toRow('one@example.rw', gone), toRow('two@example.rw', gone))
  const first = await startOther()
  await first.touch('one@example.rw')
  const removing = removeOldRows(retainedRows)(app.services)
  await untilWaiting()
  const { other, touch } = await startOther()
  await other
    .updateTable('audit_log')
    .set({ client_ip: '' })
    .where('target', '=', 'old personal data')
    .execute()
  await first.other.commit().execute()
  await expect.poll(() => countLockWaits(database, 'update "audit_log"')).toBe(1)
  // The one that has waited longer is undone.
  await touch('two@example.rw')
  await other.commit().execute()
  await removing
  expect(await stored()).toEqual([])
  const { details } = await database
    .selectFrom('audit_log')
    .select('details')
    .where('target', '=', 'old personal data')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toEqual({ subscribers: 2 })
})

const patch = (path: string, json: object) =>
  app.json(`/api/admin/${path}`, { method: 'PATCH', token, json })
const progressOf = async (method: string, path: string, json: object) =>
  (await readEvents(app, `/api/admin/${path}`, { method, token, json })).events.at(-1)

/** Runs something that takes the first of two rows and then the second, which another transaction has that takes the first. */
async function whileInTheWay<Result>(
  [first, second]: [number, number],
  touch: (other: ControlledTransaction<Tables>, id: number) => Promise<unknown>,
  run: () => Promise<Result>,
) {
  const other = await app.services.database.startTransaction().execute()
  await touch(other, second)
  const running = run()
  await untilWaiting()
  // The one that has waited longer is undone.
  await touch(other, first)
  await other.commit().execute()
  return running
}

/** Stores an applicant who has been shortlisted and invited, of which two emails wait. */
async function createInvited() {
  const { database } = app.services
  const id = await createApplication(app.services, await createCohortAndStack(app))
  await patch('applications/batch-status/', { application_ids: [id], status: 'SHORTLISTED' })
  await app.json('/api/admin/interviews/invite/', {
    method: 'POST',
    token,
    json: { application_ids: [id] },
  })
  const emails = await database.selectFrom('outbox').select('id').orderBy('id').execute()
  expect(emails).toHaveLength(2)
  return { id, emails: emails.map((email) => email.id) as [number, number] }
}
const touchEmail = (by: ControlledTransaction<Tables>, id: number) =>
  by.updateTable('outbox').set({ last_error: '' }).where('id', '=', id).execute()

testOnPostgres.each([
  [
    'one application',
    (id: number) =>
      app.json(`/api/website/application/${id}/change-status/`, {
        method: 'POST',
        token,
        json: { status: 'REJECTED' },
      }),
  ],
  [
    'several',
    (id: number) =>
      patch('applications/batch-status/', { application_ids: [id], status: 'REJECTED' }),
  ],
])(
  'a decision on %s is made although emails that it withholds are being retried',
  async (_, decide) => {
    const { id, emails } = await createInvited()
    const { status } = await whileInTheWay(emails, touchEmail, () => decide(id))
    expect(status).toBe(200)
    const { database } = app.services
    const history = await database
      .selectFrom('application_history')
      .select('to_status')
      .where('application_id', '=', id)
      .where('to_status', '=', 'REJECTED')
      .execute()
    expect(history).toHaveLength(1)
  },
)

const touchMessage = (by: ControlledTransaction<Tables>, id: number) =>
  by.updateTable('contact_messages').set({ search_text: '' }).where('id', '=', id).execute()

testOnPostgres(
  'a batch, and what undoes it, are run again when another was in the way',
  async () => {
    const ids: [number, number] = [
      await createMessage(app.services),
      await createMessage(app.services),
    ]
    const seen = { filters: {}, seen_at: app.services.now(), seen_total: 2 }
    const resolve = () =>
      progressOf('PATCH', 'contacts/batch/matching/', { ...seen, action: 'mark_resolved' })
    const resolved = await whileInTheWay(ids, touchMessage, resolve)
    expect(resolved).toMatchObject({ succeeded: 2, failed_count: 0 })
    const undo = () => progressOf('POST', `batches/${resolved.batch}/undo/`, {})
    expect(await whileInTheWay(ids, touchMessage, undo)).toMatchObject({
      succeeded: 2,
      failed_count: 0,
    })
  },
)

testOnPostgres(
  'a batch that reports its progress tells that another transaction was in its way',
  async () => {
    const articles: [number, number] = [
      await createArticle(app.services),
      await createArticle(app.services),
    ]
    for (const article of articles) await createComment(app.services, article)
    const json = {
      filters: { status: 'PENDING' },
      action: 'approve',
      seen_at: app.services.now(),
      seen_total: 2,
    }
    const touch = (by: ControlledTransaction<Tables>, id: number) =>
      by.updateTable('articles').set({ title: 'Another' }).where('id', '=', id).execute()
    const path = '/api/admin/comments/batch/matching/'
    const send = () =>
      app.request(path, { method: 'PATCH', token, json }).then((response) => response.text())
    expect(await whileInTheWay(articles, touch, send)).toContain('Please try again')
  },
)
