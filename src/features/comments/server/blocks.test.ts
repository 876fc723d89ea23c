import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { meetBlock } from './blocks.ts'
import { forgetNetworks } from './forget-networks.ts'

let app: TestApp
let token: string
let article: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Grace Ishimwe' })
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

let posts = 0
async function post(overrides: object = {}, clientIp = `203.0.113.${posts % 250}`) {
  posts += 1
  const fields = { name: 'Eric Mugisha', email: `eric${posts}@example.rw` }
  const json = { ...fields, message: `Comment number ${posts}`, news_id: article, ...overrides }
  const { body } = await app.json('/api/website/comments/', { method: 'POST', json, clientIp })
  return body as { id: number; is_held: boolean }
}
const block = (json: object) =>
  app.json('/api/admin/comment-blocks/', { method: 'POST', token, json })
const blocks = async () => (await app.json('/api/admin/comment-blocks/', { token })).body.results
const remove = (id: number) =>
  app.json(`/api/admin/comment-blocks/${id}/`, { method: 'DELETE', token })

test.each([
  ['email', 'Spam@Example.com', { email: 'SPAM@example.com' }, { email: 'ham@example.com' }],
  [
    'domain',
    'https://www.spam.example/x',
    { email: 'a@mail.spam.example' },
    { email: 'a@notspam.example' },
  ],
  [
    'domain',
    'spam.example',
    { message: 'Look at Spam.example, all' },
    { message: 'Look at spam.examples' },
  ],
  [
    'word',
    'Časino  online',
    { message: 'The best casino-online!' },
    { message: 'casinos onliner' },
  ],
  ['word', 'casino', { name: 'Casino King' }, { name: 'Casinova' }],
])('a block of the %s %s holds %o, and not %o', async (kind, value, met, other) => {
  const created = await block({ kind, value, note: 'Seen too often' })
  expect([created.status, created.body]).toMatchObject([
    201,
    { kind, hits: 0, note: 'Seen too often', by_name: 'Grace Ishimwe', expires_at: null },
  ])
  expect((await post(other)).is_held).toBe(false)
  app.advanceS(60)
  const { id, is_held } = await post(met)
  expect(is_held).toBe(true)
  const { body } = await app.json('/api/website/comments/?is_held=true', { token })
  expect(body.results).toMatchObject([{ id, held_reason: 'block' }])
  expect(await blocks()).toMatchObject([{ hits: 1, last_hit_at: '2026-03-02T08:01:00.000Z' }])
  expect((await remove(created.body.id)).status).toBe(204)
  expect((await post({ ...met, message: `${Object.values(met)[0]}, once more` })).is_held).toBe(
    false,
  )
})

test('what a block has held is one row of the queue', async () => {
  await block({ kind: 'email', value: 'spam@example.com' })
  for (let count = 0; count < 3; count += 1) await post({ email: 'spam@example.com' })
  const { body } = await app.json('/api/admin/comments/waves/', { token })
  expect(body.results).toMatchObject([
    { kind: 'email', value: 'spam@example.com', total: 3, authors: 1 },
  ])
})

test('a network is blocked by a comment that came from there, for a week, and nobody sees its address', async () => {
  const from = '198.51.100.7'
  const { id } = await post({}, from)
  const created = await block({ kind: 'network', comment_id: id })
  expect([created.status, created.body]).toMatchObject([
    201,
    { kind: 'network', value: '', expires_at: '2026-03-09T08:00:00.000Z' },
  ])
  expect((await post({}, from)).is_held).toBe(true)
  expect((await post({}, '198.51.100.8')).is_held).toBe(false)
  const everything = await Promise.all(
    ['comments', 'comment_blocks'].map((table) =>
      app.services.database
        .selectFrom(table as 'comments')
        .selectAll()
        .execute(),
    ),
  )
  expect(JSON.stringify(everything)).not.toContain(from)
  app.advanceS(7 * 24 * 60 * 60)
  expect((await post({}, from)).is_held).toBe(false)
  token = await app.signIn('EDITOR')
  expect(await blocks()).toEqual([])
  expect((await block({ kind: 'network', comment_id: id })).status).toBe(201)
})

test('networks are forgotten after 30 days', async () => {
  const { id } = await post()
  const network = async () =>
    (await app.json('/api/website/comments/', { token: await app.signIn('EDITOR') })).body
      .results[0].has_network
  app.advanceS(30 * 24 * 60 * 60)
  await forgetNetworks(app.services)
  expect(await network()).toBe(true)
  app.advanceS(1)
  await forgetNetworks(app.services)
  expect(await network()).toBe(false)
  token = await app.signIn('EDITOR')
  expect(await block({ kind: 'network', comment_id: id })).toMatchObject({
    status: 409,
    body: { detail: 'Where this comment came from is not known any more: it is kept for 30 days.' },
  })
})

test('a block that says nothing, or would hold half of the readers, is refused', async () => {
  const wrong = [
    [{}, { kind: ['Please choose what to block'] }],
    [{ kind: 'email', value: 'nobody' }, { value: ['Please enter a valid email'] }],
    [
      { kind: 'domain', value: 'nowhere' },
      { value: ['Please enter a domain, such as spam.example'] },
    ],
    [
      { kind: 'domain', value: 'Gmail.com' },
      { value: ['Very many people write from gmail.com. Please block the email instead'] },
    ],
    [{ kind: 'word', value: '  ' }, { value: ['Please say what to block'] }],
    [{ kind: 'word', value: 'a!' }, { value: ['Please enter at least 3 letters'] }],
    [{ kind: 'network' }, { comment_id: ['A valid id is required'] }],
    [
      { kind: 'word', value: 'casino', note: 'x'.repeat(201) },
      { note: ['At most 200 characters'] },
    ],
  ] as const
  for (const [json, body] of wrong) expect(await block(json)).toMatchObject({ status: 400, body })
  expect((await block({ kind: 'network', comment_id: 999 })).status).toBe(404)
  expect(await blocks()).toEqual([])
})

test('the same block twice is refused by name, and removing it twice is told', async () => {
  const { body } = await block({ kind: 'word', value: 'casino' })
  expect(await block({ kind: 'word', value: 'CASINO!' })).toMatchObject({
    status: 409,
    body: { detail: 'This is blocked already by Grace Ishimwe at 2 Mar 2026, 10:00.' },
  })
  expect([(await remove(body.id)).status, (await remove(body.id)).status]).toEqual([204, 404])
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'details'])
    .where('target', '=', 'comment block')
    .orderBy('id')
    .execute()
  expect(lines).toEqual([
    { action: 'created', target: 'comment block', details: '{"kind":"word"}' },
    { action: 'deleted', target: 'comment block', details: '{}' },
  ])
})

test('a comment of dots or of a very long label is compared with blocked domains in no time', async () => {
  await block({ kind: 'domain', value: 'spam.example' })
  const { database, now } = app.services
  const sender = { name: 'Eric', email: 'eric@example.rw', networkKey: '' }
  const met = (message: string) => meetBlock(database, { ...sender, message }, now())
  const dots = `a${'.'.repeat(40_000)}a`
  let threadMs = 0
  const letters = Array.from({ length: 4_900 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  const label = letters.join('')
  for (const message of [dots, ...Array<string>(10).fill(`${label}.a`)]) {
    threadMs += await threadMsOf(async () => expect(await met(message)).toBeNull())
  }
  expect(threadMs).toBeLessThan(300)
  const ends = ['at the end...spam.example...', '.spam.example.', `a.${label}.spam.example`]
  for (const message of ends) {
    expect(await met(message), message).toMatchObject({ value: 'spam.example' })
  }
})
