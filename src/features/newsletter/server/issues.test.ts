import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockRow } from '#database/lock-row.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { storeSubscribers } from '#testing/subscribing.ts'
import { issueBatchSize, writeDueIssues } from './send-issue.ts'

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
const change = (id: number, json: object) =>
  app.json(`${path}${id}/`, { method: 'PATCH', token, json })
const issueOf = async (id: number) =>
  (await app.json(path, { token })).body.results.find((one: { id: number }) => one.id === id)
const steer = (id: number, move: string) => post(`${id}/steer/`, { move })
const subscribers = (count: number) => storeSubscribers(app, count)
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const recipients = async () => (await outbox()).map(({ recipient }) => recipient).sort()
const write = () => writeDueIssues(app.services)
const sendDue = () => sendDueEmails(app.services, mail.mailer)

/** Writes and sends until nothing is left to do. */
async function sendAll() {
  do await write()
  while ((await sendDue()) > 0)
}
const lines = () =>
  app.services.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('target', '=', 'newsletter issue')
    .orderBy('id')
    .execute()

test('an issue reaches every confirmed subscriber once, with one-click headers and its articles', async () => {
  const emails = await subscribers(3)
  const article = await createArticle(app.services, { title: 'Why Kigali' })
  const { id, updated_at: expected_updated_at } = await create({
    content: '<p>Muraho,</p><p>this is <strong>new</strong>:</p>',
    article_ids: [article],
  })
  const { status, body } = await post(`${id}/send/`, { expected_updated_at })
  expect([status, body]).toMatchObject([
    200,
    { status: 'SENDING', recipients: 3, started_by: 'Diane Keza' },
  ])
  await sendAll()
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual(emails)
  expect(await issueOf(id)).toMatchObject({ status: 'SENT', sent: 3, waiting: 0, failed: 0 })
  const text = (mail.received[0]?.text ?? '').replaceAll(/\r?\n[ \t]+/g, ' ')
  expect(text).toMatch(/^List-Id: [^<]*<newsletter\.huza\.example>/im)
  expect(text).toMatch(/^List-Unsubscribe: <http/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [email] = await outbox()
  expect(email?.body).toContain('Muraho,\n\nthis is new:')
  expect(email?.body).toMatch(/Why Kigali\n[^\n]+\n\S+\/insights\/why-kigali\n/)
  const link = new URL(email?.unsubscribe_link ?? '').searchParams.get('token')
  const leave = { method: 'POST', json: { token: link } }
  expect((await app.json('/api/website/unsubscribe/', leave)).status).toBe(200)
  expect(
    (await app.json('/api/admin/subscribers/?status=ACTIVE', { token })).body.total_items,
  ).toBe(2)
  expect(await lines()).toMatchObject([
    { action: 'created' },
    { action: 'changed', details: JSON.stringify({ status: 'SENDING', recipients: 3 }) },
  ])
})

test('however many press at once and processes write, each subscriber gets an issue once', async () => {
  const emails = await subscribers(issueBatchSize + 30)
  const { id } = await create()
  const pressed = await Promise.all(Array.from({ length: 4 }, () => post(`${id}/send/`)))
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all(Array.from({ length: 4 }, write))
    await app.services.database
      .updateTable('outbox')
      .set({ sent_at: app.services.now().toISOString(), next_try_at: null })
      .execute()
  }
  expect(await recipients()).toEqual(emails)
  expect(await issueOf(id)).toMatchObject({ status: 'SENT', sent: issueBatchSize + 30 })
})

test('a batch waits for the one before, and a pause for nobody but that', async () => {
  await subscribers(issueBatchSize + 30)
  const { id } = await create()
  await post(`${id}/send/`)
  await write()
  await write()
  expect(await outbox()).toHaveLength(issueBatchSize)
  expect((await steer(id, 'pause')).body).toMatchObject({
    status: 'PAUSED',
    sent: 0,
    waiting: issueBatchSize,
  })
  expect((await steer(id, 'pause')).status).toBe(409)
  expect(await sendDue()).toBe(issueBatchSize)
  await write()
  expect(await outbox()).toHaveLength(issueBatchSize)
  expect((await steer(id, 'resume')).body).toMatchObject({ status: 'SENDING' })
  await write()
  expect(await outbox()).toHaveLength(issueBatchSize + 30)
})

test('who stops an issue takes back what waits, and it cannot be sent again', async () => {
  await subscribers(issueBatchSize + 30)
  const { id } = await create()
  await post(`${id}/send/`)
  await write()
  expect((await steer(id, 'stop')).body).toMatchObject({ status: 'STOPPED', sent: 0, waiting: 0 })
  expect(await outbox()).toEqual([])
  for (const move of ['resume', 'pause', 'stop']) expect((await steer(id, move)).status).toBe(409)
  expect((await post(`${id}/send/`)).status).toBe(409)
  await write()
  expect(await outbox()).toEqual([])
})

/** The subscription of an address. */
const idOf = async (email: string) => {
  const query = app.services.database.selectFrom('subscribers').select('id')
  return (await query.where('email', '=', email).executeTakeFirstOrThrow()).id
}

onPostgres(
  'a subscriber whom another transaction has is written to in the next batch',
  async () => {
    await subscribers(3)
    const locked = await idOf('reader-1@example.rw')
    const { id } = await create()
    await post(`${id}/send/`)
    await app.services.database.transaction().execute(async (transaction) => {
      await lockRow(transaction, 'subscribers', locked)
      await write()
    })
    expect(await recipients()).toEqual(['reader-0@example.rw'])
    await sendAll()
    expect((await recipients()).length).toBe(3)
  },
)

test('an issue that was begun can no longer be changed, nor a draft be sent that has changed since', async () => {
  await subscribers(1)
  const { id, updated_at: expected_updated_at } = await create()
  app.advanceS(1)
  expect((await change(id, { subject: 'Summer' })).body).toMatchObject({ subject: 'Summer' })
  expect((await post(`${id}/send/`, { expected_updated_at })).status).toBe(409)
  expect((await post(`${id}/send/`)).status).toBe(200)
  expect((await change(id, { subject: 'Autumn' })).status).toBe(409)
  expect((await issueOf(id)).subject).toBe('Summer')
})

test('what is empty, too long or names a hidden article is not sent, and the preview says why', async () => {
  await subscribers(1)
  const hidden = await createArticle(app.services, { published_at: null })
  const cases = [
    [{ content: '' }, 'It has neither a text nor an article.'],
    [{ article_ids: [hidden] }, 'An article was chosen that is not published any more.'],
  ] as const
  for (const [fields, problem] of cases) {
    const { id } = await create(fields)
    const preview = (await app.json(`${path}${id}/preview/`, { token })).body
    expect(preview.problems).toEqual([problem])
    const { status, body } = await post(`${id}/send/`)
    expect([status, body]).toEqual([409, { detail: problem }])
    expect(await issueOf(id)).toMatchObject({ status: 'DRAFT' })
  }
})

test('a test goes to whoever asks for it, and its link ends nobody’s subscription', async () => {
  await subscribers(1)
  const { id } = await create()
  expect((await post(`${id}/test/`)).body).toEqual({ recipient: 'diane@huza.example' })
  expect(await recipients()).toEqual(['diane@huza.example'])
  const [email] = await outbox()
  const link = new URL(email?.unsubscribe_link ?? '').searchParams.get('token')
  const leave = { method: 'POST', json: { token: link } }
  expect((await app.json('/api/website/unsubscribe/', leave)).status).toBe(400)
})

test('without a confirmed subscriber nothing is sent', async () => {
  await subscribers(0)
  const { id } = await create()
  expect((await post(`${id}/send/`)).body).toEqual({
    detail: 'Nobody has confirmed a subscription yet.',
  })
})
