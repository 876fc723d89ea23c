import { afterEach, beforeEach, expect } from 'vitest'
import { retainedRows } from '#api/router.ts'
import { removeOldSubscribers } from '#features/newsletter/server/subscribe.ts'
import { removeOldRows } from '#platform/retention/old-rows.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { onPostgres } from '../engines.ts'
import { closeCircle, countLockWaits } from '../lock-waits.ts'

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

onPostgres('a part of an import that another transaction was in the way of is added', async () => {
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
  const again = toRow('a@example.rw', { asked_at: at })
  await closeCircle(other, () => other.insertInto('subscribers').values(again).execute())
  const { status, body: report } = await importing
  expect([status, report.counts?.added]).toEqual([200, 502])
})

onPostgres('the upkeep of subscribers waits for nobody who changes them', async () => {
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

onPostgres('old rows go in the night in which another transaction was in the way', async () => {
  await setRetention()
  const gone = { unsubscribed_at: at }
  await store(toRow('one@example.rw', gone), toRow('two@example.rw', gone))
  const { other, touch } = await startOther()
  await touch('two@example.rw')
  const removing = removeOldRows(retainedRows)(app.services)
  await closeCircle(other, () => touch('one@example.rw'))
  await removing
  expect(await stored()).toEqual([])
})

onPostgres('old rows that are deleted at the second try are counted once', async () => {
  const { database } = app.services
  await setRetention()
  const gone = { unsubscribed_at: at }
  await store(toRow('one@example.rw', gone), toRow('two@example.rw', gone))
  const first = await startOther()
  await first.touch('one@example.rw')
  const removing = removeOldRows(retainedRows)(app.services)
  await expect.poll(() => countLockWaits(database), { timeout: 20_000 }).toBe(1)
  const { other, touch } = await startOther()
  await other
    .updateTable('audit_log')
    .set({ client_ip: '' })
    .where('target', '=', 'old personal data')
    .execute()
  await first.other.commit().execute()
  await closeCircle(other, () => touch('two@example.rw'))
  await removing
  expect(await stored()).toEqual([])
  const { details } = await database
    .selectFrom('audit_log')
    .select('details')
    .where('target', '=', 'old personal data')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toEqual({ subscribers: 2 })
})
