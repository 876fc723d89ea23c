import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockRow } from '#database/lock-row.ts'
import { createArticle } from '#seed/factories/news.ts'
import type { TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { startIssuing } from '#testing/issues.ts'
import { storeSubscribers } from '#testing/subscribing.ts'
import { issueBatchSize } from './send-issue.ts'

let site: Awaited<ReturnType<typeof startIssuing>>
let app: TestApp
beforeEach(async () => {
  site = await startIssuing()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

const path = '/api/admin/newsletter-issues/'
const change = (id: number, json: object) =>
  app.json(`${path}${id}/`, { method: 'PATCH', token: site.token, json })
const subscribers = (count: number) => storeSubscribers(app, count)
const recipients = async () => (await site.outbox()).map(({ recipient }) => recipient).sort()
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
  const { id, updated_at: expected_updated_at } = await site.create({
    content: '<p>Muraho,</p><p>this is <strong>new</strong>:</p>',
    article_ids: [article],
  })
  const { status, body } = await site.post(`${id}/send/`, { expected_updated_at })
  expect([status, body]).toMatchObject([
    200,
    { status: 'SENDING', recipients: 3, started_by: 'Diane Keza' },
  ])
  await site.sendAll()
  expect(site.mail.received.map(({ to }) => to[0]).sort()).toEqual(emails)
  expect(await site.issueOf(id)).toMatchObject({ status: 'SENT', sent: 3, waiting: 0, failed: 0 })
  const text = (site.mail.received[0]?.text ?? '').replaceAll(/\r?\n[ \t]+/g, ' ')
  expect(text).toMatch(/^List-Id: [^<]*<newsletter\.huza\.example>/im)
  expect(text).toMatch(/^List-Unsubscribe: <http/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [email] = await site.outbox()
  expect(email?.body).toContain('Muraho,\n\nthis is new:')
  expect(email?.body).toMatch(/Why Kigali\n[^\n]+\n\S+\/insights\/why-kigali\n/)
  const link = new URL(email?.unsubscribe_link ?? '').searchParams.get('token')
  const leave = { method: 'POST', json: { token: link } }
  expect((await app.json('/api/website/unsubscribe/', leave)).status).toBe(200)
  expect(
    (await app.json('/api/admin/subscribers/?status=ACTIVE', { token: site.token })).body
      .total_items,
  ).toBe(2)
  expect(await lines()).toMatchObject([
    { action: 'created' },
    { action: 'changed', details: JSON.stringify({ status: 'SENDING', recipients: 3 }) },
  ])
})

test('however many press at once and processes write, each subscriber gets an issue once', async () => {
  const emails = await subscribers(issueBatchSize + 30)
  const { id } = await site.create()
  const pressed = await Promise.all(Array.from({ length: 4 }, () => site.post(`${id}/send/`)))
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all(Array.from({ length: 4 }, site.write))
    await app.services.database
      .updateTable('outbox')
      .set({ sent_at: app.services.now().toISOString(), next_try_at: null })
      .execute()
  }
  expect(await recipients()).toEqual(emails)
  expect(await site.issueOf(id)).toMatchObject({ status: 'SENT', sent: issueBatchSize + 30 })
})

test('a batch waits for the one before, and a pause for nobody but that', async () => {
  await subscribers(issueBatchSize + 30)
  const { id } = await site.create()
  await site.post(`${id}/send/`)
  await site.write()
  await site.write()
  expect(await site.outbox()).toHaveLength(issueBatchSize)
  expect((await site.steer(id, 'pause')).body).toMatchObject({
    status: 'PAUSED',
    sent: 0,
    waiting: issueBatchSize,
  })
  expect((await site.steer(id, 'pause')).status).toBe(409)
  expect(await site.sendDue()).toBe(issueBatchSize)
  await site.write()
  expect(await site.outbox()).toHaveLength(issueBatchSize)
  expect((await site.steer(id, 'resume')).body).toMatchObject({ status: 'SENDING' })
  await site.write()
  expect(await site.outbox()).toHaveLength(issueBatchSize + 30)
})

test('who stops an issue takes back what waits, and it cannot be sent again', async () => {
  await subscribers(issueBatchSize + 30)
  const { id } = await site.create()
  await site.post(`${id}/send/`)
  await site.write()
  expect((await site.steer(id, 'stop')).body).toMatchObject({
    status: 'STOPPED',
    sent: 0,
    waiting: 0,
  })
  expect(await site.outbox()).toEqual([])
  for (const move of ['resume', 'pause', 'stop'])
    expect((await site.steer(id, move)).status).toBe(409)
  expect((await site.post(`${id}/send/`)).status).toBe(409)
  await site.write()
  expect(await site.outbox()).toEqual([])
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
    const { id } = await site.create()
    await site.post(`${id}/send/`)
    await app.services.database.transaction().execute(async (transaction) => {
      await lockRow(transaction, 'subscribers', locked)
      await site.write()
    })
    expect(await recipients()).toEqual(['reader-0@example.rw'])
    await site.sendAll()
    expect((await recipients()).length).toBe(3)
  },
)

test('an issue that was begun can no longer be changed, nor a draft be sent that has changed since', async () => {
  await subscribers(1)
  const { id, updated_at: expected_updated_at } = await site.create()
  app.advanceS(1)
  expect((await change(id, { subject: 'Summer' })).body).toMatchObject({ subject: 'Summer' })
  expect((await site.post(`${id}/send/`, { expected_updated_at })).status).toBe(409)
  expect((await site.post(`${id}/send/`)).status).toBe(200)
  expect((await change(id, { subject: 'Autumn' })).status).toBe(409)
  expect((await site.issueOf(id)).subject).toBe('Summer')
})

test('who sends an issue again, as after a lost answer, hears what became of it, and sends nothing', async () => {
  await subscribers(1)
  const { id, updated_at: expected_updated_at } = await site.create()
  app.advanceS(1)
  expect((await site.post(`${id}/send/`, { expected_updated_at })).status).toBe(200)
  const again = async () => {
    const { status, body } = await site.post(`${id}/send/`, { expected_updated_at })
    return [status, body]
  }
  expect(await again()).toEqual([409, { detail: 'This issue is being sent already.' }])
  await site.steer(id, 'pause')
  expect(await again()).toEqual([
    409,
    { detail: 'The sending of this issue has begun, and is paused.' },
  ])
  await site.steer(id, 'resume')
  await site.sendAll()
  expect(await again()).toEqual([409, { detail: 'This issue was sent already.' }])
  expect(await recipients()).toHaveLength(1)
})

test('a draft is deleted and restored, and what was begun is not deleted', async () => {
  await subscribers(1)
  const { id } = await site.create({ subject: 'Written by mistake' })
  const remove = () => app.json(`${path}${id}/`, { method: 'DELETE', token: site.token })
  expect((await remove()).status).toBe(204)
  expect((await site.post(`${id}/send/`)).status).toBe(404)
  expect((await remove()).status).toBe(404)
  const { results } = (await app.json('/api/admin/trash/', { token: site.token })).body
  expect(results).toMatchObject([{ kind: 'newsletter issue', title: 'Written by mistake' }])
  const restore = { method: 'POST', token: site.token }
  await app.json(`/api/admin/trash/${results[0].id}/restore/`, restore)
  expect((await site.post(`${id}/send/`)).status).toBe(200)
  const refused = await remove()
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: 'This issue is being sent already.' },
  ])
  expect(await site.issueOf(id)).toMatchObject({ status: 'SENDING' })
})

test('what is empty, too long or names a hidden article is not sent, and the preview says why', async () => {
  await subscribers(1)
  const hidden = await createArticle(app.services, { published_at: null })
  const grown = await createArticle(app.services)
  const drafts = [
    [await site.create({ content: '' }), 'It has neither a text nor an article.'],
    [
      await site.create({ article_ids: [hidden] }),
      'An article was chosen that is not published any more.',
    ],
    [
      await site.create({ article_ids: [grown] }),
      expect.stringMatching(/^The email would have \d\d kB, of at most 40\. .* fewer articles\.$/),
    ],
  ] as const
  const articles = app.services.database.updateTable('articles').where('id', '=', grown)
  await articles.set({ description: 'Umwaka mushya. '.repeat(2000) }).execute()
  for (const [{ id }, problem] of drafts) {
    const preview = (await app.json(`${path}${id}/preview/`, { token: site.token })).body
    expect(preview.problems).toEqual([problem])
    const { status, body } = await site.post(`${id}/send/`)
    expect([status, body]).toEqual([409, { detail: problem }])
    expect(await site.issueOf(id)).toMatchObject({ status: 'DRAFT' })
  }
})

test('what was sent is shown, and sent as a test, as it went out, whatever became of its articles', async () => {
  await subscribers(1)
  const article = await createArticle(app.services, { title: 'Why Kigali' })
  const { id } = await site.create({ article_ids: [article] })
  await site.post(`${id}/send/`)
  await site.sendAll()
  const articles = app.services.database.updateTable('articles').where('id', '=', article)
  await articles.set({ title: 'Why not', published_at: null }).execute()
  const { body } = await app.json(`${path}${id}/preview/`, { token: site.token })
  expect(body).toMatchObject({ problems: [], text: expect.stringContaining('Why Kigali\n') })
  await site.post(`${id}/test/`)
  const [sent, test] = (await site.outbox()).map(({ body }) => body.replace(/token=\S+/, ''))
  expect(test).toBe(sent)
})

test('a test goes to whoever asks for it, and its link ends nobody’s subscription', async () => {
  await subscribers(1)
  const { id } = await site.create()
  expect((await site.post(`${id}/test/`)).body).toEqual({ recipient: 'diane@huza.example' })
  expect(await recipients()).toEqual(['diane@huza.example'])
  const [email] = await site.outbox()
  const link = new URL(email?.unsubscribe_link ?? '').searchParams.get('token')
  const leave = { method: 'POST', json: { token: link } }
  expect((await app.json('/api/website/unsubscribe/', leave)).status).toBe(400)
})

test('without a confirmed subscriber nothing is sent', async () => {
  await subscribers(0)
  const { id } = await site.create()
  expect((await site.post(`${id}/send/`)).body).toEqual({
    detail: 'Nobody has confirmed a subscription yet.',
  })
})
