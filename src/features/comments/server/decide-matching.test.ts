import { afterEach, beforeEach, expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { postUndoOfDecision, readEvents } from '#testing/events.ts'

let app: TestApp
let token: string
let colleague: string
let article: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Grace Ishimwe' })
  colleague = await app.signIn('EDITOR', { name: 'Jean d’Amour' })
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const held = { held_at: '2026-03-02T07:00:00.000Z', held_reason: 'links' } as const
const create = (overrides: Parameters<typeof createComment>[2] = {}, of = article) =>
  createComment(app.services, of, overrides)
const decide = (id: number, verdict: 'approve' | 'reject', by = colleague) =>
  app.json(`/api/admin/comments/${id}/${verdict}/`, { method: 'PATCH', token: by, json: {} })
const statuses = async () => {
  const rows = await app.services.database
    .selectFrom('comments')
    .select(['id', 'status'])
    .orderBy('id')
    .execute()
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}
const lineOf = async () => {
  const { details } = await app.services.database
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'batch')
    .where('target', '=', 'comment')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return JSON.parse(details)
}

/** What the user has of a list, a minute ago. */
async function see(filters: Record<string, unknown> = { status: 'PENDING' }) {
  const query = new URLSearchParams(filters as Record<string, string>)
  const { body } = await app.json(`/api/website/comments/?${query}`, { token })
  app.advanceS(60)
  return { filters, seen_at: body.seen_at, seen_total: body.total_items }
}

const path = '/api/admin/comments/batch/matching/'
const matching = (json: object, by = token) =>
  readEvents(app, path, { method: 'PATCH', token: by, json: { action: 'reject', ...json } })
const undo = (id: number) => postUndoOfDecision(app, token, id)
const lastOf = ({ events }: Awaited<ReturnType<typeof matching>>) => events.at(-1)

test('a decision on all that match reaches those that were seen, and none that came later', async () => {
  const [one, two] = [await create(), await create(held)]
  const approved = await create({ status: 'APPROVED' })
  const seen = await see()
  expect(seen.seen_total).toBe(2)
  const late = await create({ created_at: app.services.now().toISOString() })
  const last = lastOf(await matching(seen))
  expect(last).toMatchObject({ total: 2, succeeded: 2, failed_count: 0 })
  expect(await statuses()).toEqual({
    [one]: 'REJECTED',
    [two]: 'REJECTED',
    [approved]: 'APPROVED',
    [late]: 'PENDING',
  })
  expect(await lineOf()).toEqual({
    action: 'reject',
    total: 2,
    succeeded: 2,
    failed: 0,
    filters: { status: ['PENDING'], is_searched: false },
  })
})

test('what a colleague has decided since it was seen fails, named with who and what', async () => {
  const [one, two, three] = [await create(), await create({ name: 'Aline' }), await create()]
  const approved = await create({ status: 'APPROVED' })
  const seen = await see()
  await decide(two, 'approve')
  // It did not match when the list was read.
  await decide(approved, 'reject')
  const last = lastOf(await matching(seen))
  expect(last).toMatchObject({
    total: 3,
    succeeded: 2,
    failed_count: 1,
    failed: [
      {
        id: two,
        name: 'Aline',
        detail: expect.stringMatching(/^This comment was approved by Jean d’Amour at /),
      },
    ],
  })
  expect(await statuses()).toEqual({
    [one]: 'REJECTED',
    [two]: 'APPROVED',
    [three]: 'REJECTED',
    [approved]: 'REJECTED',
  })
})

test('what a colleague was deciding while the list was read fails by name, one’s own decision does not', async () => {
  const [decided, own, other] = [await create(), await create(), await create()]
  const seen = await see({ status: 'ALL' })
  await decide(decided, 'approve')
  await decide(own, 'approve', token)
  app.advanceS(0.4)
  expect(lastOf(await matching({ ...seen, seen_at: app.services.now() }))).toMatchObject({
    total: 3,
    succeeded: 2,
    failed: [
      {
        id: decided,
        detail: expect.stringMatching(/^This comment was approved by Jean d’Amour at /),
      },
    ],
  })
  expect(await statuses()).toEqual({
    [decided]: 'APPROVED',
    [own]: 'REJECTED',
    [other]: 'REJECTED',
  })
})

test('a comment that has come back from the trash since the list was read is left alone', async () => {
  const [late, gone, stayed] = [await create(), await create(), await create()]
  const send = (method: string, url: string, json = {}) => app.json(url, { method, token, json })
  await send('DELETE', `/api/admin/comments/${late}/`)
  const seen = await see()
  await send('POST', '/api/admin/trash/undo/', { kind: 'comment', row_ids: [String(late)] })
  await send('DELETE', `/api/admin/comments/${gone}/`)
  expect(lastOf(await matching(seen))).toMatchObject({ total: 1, succeeded: 1 })
  expect(await statuses()).toEqual({ [late]: 'PENDING', [stayed]: 'REJECTED' })
})

test('a reply that comes back with its comment, and a comment with its article, are left alone', async () => {
  const other = await createArticle(app.services)
  const answered = await create({ status: 'APPROVED' })
  const reply = await create({ parent_id: answered })
  const [elsewhere, stayed] = [await create({}, other), await create()]
  const send = (method: string, url: string, json = {}) => app.json(url, { method, token, json })
  await send('DELETE', `/api/admin/comments/${answered}/`)
  await send('DELETE', `/api/dashboard/news/${other}/`)
  const seen = await see()
  await send('POST', '/api/admin/trash/undo/', { kind: 'comment', row_ids: [String(answered)] })
  await send('POST', '/api/admin/trash/undo/', { kind: 'article', row_ids: [String(other)] })
  expect(lastOf(await matching(seen))).toMatchObject({ total: 1, succeeded: 1 })
  expect(await statuses()).toEqual({
    [answered]: 'APPROVED',
    [reply]: 'PENDING',
    [elsewhere]: 'PENDING',
    [stayed]: 'REJECTED',
  })
})

test('every comment gets its former status when the decision is undone, held ones included', async () => {
  const ids = [await create(), await create(held)]
  const seen = await see()
  const last = lastOf(await matching({ ...seen, action: 'approve' })) as { decision_id: number }
  expect(Object.values(await statuses())).toEqual(['APPROVED', 'APPROVED'])
  expect(lastOf(await undo(last.decision_id))).toMatchObject({ succeeded: 2, failed_count: 0 })
  const rows = await app.services.database
    .selectFrom('comments')
    .select(['id', 'status', 'held_at'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: ids[0], status: 'PENDING', held_at: null },
    { id: ids[1], status: 'PENDING', held_at: held.held_at },
  ])
})

test('each filter of the list is a filter of the decision', async () => {
  const other = await createArticle(app.services)
  const plain = await create({ message: 'Umuganda brought us together.' })
  const waiting = await create(held)
  const elsewhere = await create({}, other)
  const rejected = await create({ status: 'REJECTED' })
  const earlier = await create({ created_at: '2026-02-10T08:00:00.000Z' })
  const day = { created_from: '2026-02-10', created_to: '2026-02-10' }
  const link = 'Cheap watches at https://watches.example/now'
  const waves = [1, 2, 3].map((n) => create({ email: `w${n}@example.rw`, message: link }))
  const wave = await Promise.all(waves)
  const whole = { status: 'PENDING', without_waves: true }
  const { body } = await app.json('/api/admin/comments/waves/', { token })
  const cases: [Record<string, unknown>, number[]][] = [
    [{ status: 'PENDING', is_held: 'true' }, [waiting]],
    [{ status: 'PENDING', is_held: true }, [waiting]],
    [{ status: 'PENDING', news_id: other }, [elsewhere]],
    [{ status: 'PENDING', search: 'together umuganda' }, [plain]],
    [{ status: 'PENDING', wave: body.results[0].id }, wave],
    [whole, [plain, waiting, elsewhere, earlier]],
    [{ ...whole, is_held: false }, [plain, elsewhere, earlier, ...wave]],
    [{ status: 'ALL', is_held: 'false', news_id: article }, [plain, rejected, earlier, ...wave]],
    [{ status: ['REJECTED', 'PENDING'], news_id: [other, 999] }, [elsewhere]],
    [{ ...whole, status: ['PENDING', 'REJECTED'], ...day }, [earlier]],
  ]
  for (const [filters, ids] of cases) {
    const before = await statuses()
    const seen = await see(filters)
    expect([filters, seen.seen_total]).toEqual([filters, ids.length])
    const last = lastOf(await matching({ ...seen, action: 'approve' })) as { decision_id: number }
    const after = await statuses()
    expect(Object.keys(after).filter((id) => after[id] === 'APPROVED')).toEqual(
      [...ids].sort((a, b) => a - b).map(String),
    )
    await undo(last.decision_id)
    expect(await statuses()).toEqual(before)
  }
})

test('nothing is decided when more match than the user saw', async () => {
  const ids = [await create(), await create()]
  const seen = await see()
  const refused = await app.json(path, {
    method: 'PATCH',
    token,
    json: { ...seen, action: 'reject', seen_total: 1 },
  })
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: '2 comments match, not 1. Please look at the list again.' },
  ])
  expect(await statuses()).toEqual(Object.fromEntries(ids.map((id) => [id, 'PENDING'])))
})

test('a large batch reports each of its parts, and is one decision', async () => {
  for (let n = 0; n < 450; n += 1) await create({ message: `A thought of mine, number ${n}` })
  const { events: steps } = await matching(await see())
  expect(steps.map((step) => (step as { succeeded: number }).succeeded)).toEqual([200, 400, 450])
  expect(new Set(steps.map((step) => (step as { decision_id: number }).decision_id)).size).toBe(1)
})

test.each([
  [{ seen_at: 'yesterday' }, 'seen_at'],
  [{ seen_total: 0 }, 'seen_total'],
  [{ filters: { status: 'WRONG' } }, 'filters'],
  [{ action: 'delete' }, 'action'],
])('an invalid decision on a filter is refused by field (%#)', async (wrong, field) => {
  const right = { filters: {}, seen_at: '2026-03-02T08:00:00.000Z', seen_total: 1 }
  const { status, body } = await app.json(path, {
    method: 'PATCH',
    token,
    json: { ...right, action: 'approve', ...wrong },
  })
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})
