import { afterEach, beforeEach, expect, test } from 'vitest'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { withholdOutdated } from '#platform/mail/withhold.ts'
import { defaultVisitorEmails, visitorEmailKinds } from '#shared/visitor-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const put = async (recipient: string, changes: object = {}) => {
  const { database, now } = app.services
  const email = { recipient, subject: 'Your certificate', parts: ['Murakaza neza.'] }
  await putInOutbox(database, email, now().toISOString())
  const { id } = await database
    .selectFrom('outbox')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await database
    .updateTable('outbox')
    .set({ attempts: 3, ...changes })
    .where('id', '=', id)
    .execute()
  return id
}
const list = async (query = '') => (await app.json(`/api/admin/outbox/?${query}`, { token })).body
const recipients = async (query = '') =>
  (await list(query)).results.map((email: { recipient: string }) => email.recipient)
const retry = (id: number) =>
  app.json(`/api/admin/outbox/${id}/retry/`, { method: 'POST', token, json: {} })

const retryFailed = (as = token) =>
  app.json('/api/admin/outbox/retry/', { method: 'POST', token: as, json: {} })

test('without a mail server, admins see and read the waiting emails', async () => {
  const id = await put('aline@example.rw', { last_error: 'No mailbox', attempts: 1 })
  expect(await list()).toMatchObject({ is_sending: false, total_items: 1 })
  const row = {
    id,
    recipient: 'aline@example.rw',
    subject: 'Your certificate',
    status: 'WAITING',
    attempts: 1,
    last_error: 'No mailbox',
    next_try_at: '2026-03-02T08:00:00.000Z',
    sent_at: null,
    bounce: null,
    suppression: null,
    created_at: '2026-03-02T08:00:00.000Z',
  }
  expect((await list()).results).toEqual([row])
  const { body } = await app.json(`/api/admin/outbox/${id}/`, { token })
  expect(body).toEqual({ ...row, body: 'Murakaza neza.', has_calendar: false })
  expect((await app.json('/api/admin/outbox/999/', { token })).status).toBe(404)
})

test('administrators read which links an email has, but nothing that lets them in', async () => {
  const { database } = app.services
  for (const kind of visitorEmailKinds) {
    const json = { kind, ...defaultVisitorEmails[kind] }
    await database.deleteFrom('limits').execute()
    const path = '/api/admin/settings/visitors/test/'
    expect((await app.json(path, { method: 'POST', token, json })).status, kind).toBe(200)
  }
  const emails = await database.selectFrom('outbox').select(['id', 'body']).execute()
  const links = new Set<string>()
  for (const { id, body } of emails) {
    const { body: shown } = await app.json(`/api/admin/outbox/${id}/`, { token })
    for (const [link, start = '', secret = ''] of body.matchAll(/(\S+?[?#]\w+=)(\S+)/g)) {
      links.add(new URL(link).pathname)
      expect(shown.body).toContain(`${start}…`)
      expect(JSON.stringify(shown)).not.toContain(secret)
    }
    expect(shown.body.replace(/=….*/g, '')).toBe(body.replace(/(?<=[?#]\w+)=.*/g, ''))
  }
  expect([...links].sort()).toEqual([
    '/certificate',
    '/comments/answers',
    '/events/cancel',
    '/interview',
    '/login',
    '/my-data/link',
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
  ])
  const staff = 'Watch https://films.example/one?a=b&c=d, and (https://two.example/?e=f#g=h) too.'
  const id = await put('aline@example.rw', { body: staff })
  const { body } = await app.json(`/api/admin/outbox/${id}/`, { token })
  expect(body.body).toBe('Watch https://films.example/one?a=… and (https://two.example/?e=…) too.')
})

test('emails are found by letters in any case, with accents or without', async () => {
  await put('\u00c9lise@example.rw')
  await put('other@example.rw')
  for (const search of [
    '\u00c9lise',
    '\u00e9LISE',
    'elise',
    'E\u0301lise@',
    'elise@example.rw your',
  ]) {
    expect(await recipients(`search=${encodeURIComponent(search)}`), search).toEqual([
      '\u00c9lise@example.rw',
    ])
  }
})

test('emails are filtered by status and searched by recipient', async () => {
  await put('waiting@example.rw')
  await put('failed_1@example.rw', { next_try_at: null })
  await put('sent@example.rw', { next_try_at: null, sent_at: '2026-03-02T08:00:00.000Z' })
  expect(await recipients('status=waiting')).toEqual(['waiting@example.rw'])
  expect(await recipients('status=FAILED')).toEqual(['failed_1@example.rw'])
  expect(await recipients('status=SENT')).toEqual(['sent@example.rw'])
  expect(await recipients('search=FAILED_')).toEqual(['failed_1@example.rw'])
  expect(await recipients('search=certificate&page_size=2&page=2')).toEqual(['waiting@example.rw'])
  expect((await app.json('/api/admin/outbox/?status=odd', { token })).body).toEqual({
    status: ['Please choose a status'],
  })
})

test('admins see how many emails wait and since when, without those that are held or put off', async () => {
  expect((await list()).waiting).toEqual({ count: 0, oldest_at: null })
  await put('put-off@example.rw', { next_try_at: '2026-03-02T10:00:00.000Z' })
  await put('given-up@example.rw', { next_try_at: null })
  app.advanceS(60)
  const written = app.services.now().toISOString()
  await put('due@example.rw', { attempts: 0 })
  await put('held@example.rw', { attempts: 0, next_try_at: '2026-03-02T09:00:00.000Z' })
  app.advanceS(60)
  expect((await list()).waiting).toEqual({ count: 1, oldest_at: written })
})

test('without a mail server, a retry is refused', async () => {
  const id = await put('failed@example.rw', { next_try_at: null })
  for (const { status, body } of [await retry(id), await retryFailed()]) {
    expect([status, body.detail]).toEqual([
      409,
      'No mail server is configured. Emails are sent once there is one.',
    ])
  }
  expect(await recipients('status=FAILED')).toEqual(['failed@example.rw'])
})

async function restartWithMailServer() {
  await app[Symbol.asyncDispose]()
  app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  token = await app.signIn('ADMIN')
}

test('a failed or waiting email can be retried; one that is being sent is not sent twice', async () => {
  await restartWithMailServer()
  const given = await put('failed@example.rw', { next_try_at: null })
  const long = await put('long@example.rw', { next_try_at: '2026-03-03T08:00:00.000Z' })
  for (const id of [given, long]) {
    const { status, body } = await retry(id)
    expect([status, body.status, body.attempts, body.next_try_at]).toEqual([
      200,
      'WAITING',
      0,
      '2026-03-02T08:00:00.000Z',
    ])
  }
  const taken = await put('taken@example.rw', {
    claim: 'of another process',
    next_try_at: '2026-03-02T08:01:00.000Z',
  })
  const sent = await put('sent@example.rw', {
    next_try_at: null,
    sent_at: '2026-03-02T08:00:00.000Z',
  })
  const responses = [await retry(taken), await retry(sent), await retry(999)]
  expect(responses.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'This email is being sent right now.'],
    [409, 'This email has been sent already.'],
    [404, 'This email was not found. It may have been deleted.'],
  ])
})

test('an email that a newer one has replaced is not retried, and the response says so', async () => {
  await restartWithMailServer()
  const id = await put('aline@example.rw', { next_try_at: null, list_key: 'event-1' })
  await app.services.database
    .transaction()
    .execute((transaction) => withholdOutdated(transaction, ['aline@example.rw'], ['event-1']))
  const { status, body } = await retry(id)
  expect([status, body.detail]).toEqual([
    409,
    'Not sent: what it says no longer holds, or a newer email says it.',
  ])
})

test('all emails that were given up are retried at once; the others stay as they are', async () => {
  await restartWithMailServer()
  const failed = { next_try_at: null, last_error: 'Authentication failed' }
  await put('aline@example.rw', failed)
  await put('eric@example.rw', failed)
  const waiting = { next_try_at: '2026-03-03T08:00:00.000Z' }
  await put('waiting@example.rw', waiting)
  await put('sent@example.rw', { next_try_at: null, sent_at: '2026-03-02T08:00:00.000Z' })
  const others = (await list('status=SENT')).results
  const { status, body } = await retryFailed()
  expect([status, body]).toEqual([200, { retried: 2 }])
  expect(await recipients('status=FAILED')).toEqual([])
  const due = { attempts: 0, next_try_at: '2026-03-02T08:00:00.000Z' }
  expect((await list('status=WAITING')).results).toMatchObject([
    { recipient: 'waiting@example.rw', attempts: 3, ...waiting },
    { recipient: 'eric@example.rw', ...due },
    { recipient: 'aline@example.rw', ...due },
  ])
  expect((await list('status=SENT')).results).toEqual(others)
  expect((await retryFailed()).body).toEqual({ retried: 0 })
})

test('only admins retry failed emails', async () => {
  await restartWithMailServer()
  await put('aline@example.rw', { next_try_at: null })
  for (const role of ['EDITOR', 'RECRUITER'] as const) {
    expect((await retryFailed(await app.signIn(role))).status).toBe(403)
  }
  expect((await app.json('/api/admin/outbox/retry/', { method: 'POST' })).status).toBe(401)
  expect(await recipients('status=FAILED')).toEqual(['aline@example.rw'])
})
