import { afterEach, beforeEach, expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { postUndoOfDecision } from '#testing/events.ts'
import { removeOldDecisions } from './decisions.ts'

let app: TestApp
let token: string
let article: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Grace Ishimwe' })
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const held = { held_at: '2026-03-02T07:00:00.000Z', held_reason: 'links' } as const
const create = (overrides: Parameters<typeof createComment>[2] = {}) =>
  createComment(app.services, article, overrides)
const send = (method: string, path: string, json: unknown = {}, by = token) =>
  app.json(`/api/admin/comments/${path}`, { method, token: by, json })
const undo = (id: number, by = token) => postUndoOfDecision(app, by, id)
const decisions = async (by = token) =>
  (await app.json('/api/admin/comments/decisions/', { token: by })).body.results
const rowsOf = () =>
  app.services.database
    .selectFrom('comments')
    .select(['id', 'status', 'held_at', 'held_reason'])
    .orderBy('id')
    .execute()
const byGrace = 'by Grace Ishimwe at 2 Mar 2026, 10:00. Please look at it again.'

test('what a colleague has decided since is not overwritten, and the refusal names them', async () => {
  const id = await create()
  const expected_status = 'PENDING'
  expect((await send('PATCH', `${id}/approve/`, { expected_status })).status).toBe(200)
  const late = await send('PATCH', `${id}/reject/`, { expected_status })
  expect([late.status, late.body]).toEqual([
    409,
    { detail: `This comment was approved ${byGrace}` },
  ])
  const batch = { comment_ids: [id], expected_statuses: { [id]: expected_status } }
  for (const action of ['approve', 'reject', 'delete']) {
    expect((await send('PATCH', 'batch/', { ...batch, action })).body).toEqual({
      succeeded: [],
      failed: [{ id, detail: `This comment was approved ${byGrace}` }],
      decision_id: null,
    })
  }
  expect(await rowsOf()).toMatchObject([{ status: 'APPROVED' }])
  const { body } = await app.json('/api/website/comments/', { token })
  const decided = { by: 'Grace Ishimwe', at: '2026-03-02T08:00:00.000Z' }
  expect(body.results).toMatchObject([{ id, decided }])
})

test('of two decisions at once on what both saw, one is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await create()
    const responses = await Promise.all(
      ['approve', 'reject'].map((action) =>
        send('PATCH', `${id}/${action}/`, { expected_status: 'PENDING' }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})

test('an unknown expected status is refused', async () => {
  const id = await create()
  const message = ['Please choose a status']
  const { status, body } = await send('PATCH', `${id}/approve/`, { expected_status: 'GONE' })
  expect([status, body]).toEqual([400, { expected_status: message }])
  expect(await rowsOf()).toMatchObject([{ status: 'PENDING' }])
})

test('an undone batch gives every comment its former status, held ones included', async () => {
  const before = [await create(held), await create(), await create({ status: 'APPROVED' })]
  const rows = await rowsOf()
  const { body } = await send('PATCH', 'batch/', { comment_ids: before, action: 'reject' })
  app.advanceS(3 * 60 * 60)
  const by = await app.signIn('EDITOR')
  expect(await decisions(by)).toEqual([])
  const later = await app.signIn('EDITOR', { name: 'Grace Ishimwe' })
  expect((await undo(body.decision_id, later)).status).toBe(404)
  app.advanceS(-3 * 60 * 60)
  expect(await decisions()).toMatchObject([
    { id: body.decision_id, action: 'reject', total: 3, undone_at: null },
  ])
  const { events } = await undo(body.decision_id)
  expect(events).toMatchObject([{ total: 3, succeeded: 3, failed_count: 0 }])
  expect(await rowsOf()).toEqual(rows)
  expect(await decisions()).toMatchObject([{ undone_at: '2026-03-02T08:00:00.000Z' }])
  const again = await undo(body.decision_id)
  expect([again.status, again.body]).toEqual([409, { detail: 'This has been undone already.' }])
})

test('undoing leaves what somebody has decided on since, and names them', async () => {
  const [one, two] = [await create(), await create()]
  const { body } = await send('PATCH', 'batch/', { comment_ids: [one, two], action: 'approve' })
  const other = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
  await send('PATCH', `${two}/reject/`, {}, other)
  const { events } = await undo(body.decision_id)
  const at = 'at 2 Mar 2026, 10:00'
  expect(events).toMatchObject([
    {
      succeeded: 1,
      failed_count: 1,
      failed: [
        {
          id: two,
          detail: `This comment was rejected by Eric Mugisha ${at}. Please look at it again.`,
        },
      ],
    },
  ])
  expect(await rowsOf()).toMatchObject([{ status: 'PENDING' }, { status: 'REJECTED' }])
  // Who decides on what was put back meanwhile is told so.
  const { body: late } = await send('PATCH', `${one}/reject/`, { expected_status: 'APPROVED' })
  expect(late.detail).toBe(`This comment was put back ${byGrace}`)
})

test('deciding what is decided already is no decision', async () => {
  const id = await create({ status: 'APPROVED' })
  expect((await send('PATCH', `${id}/approve/`)).body.decision_id).toBeNull()
  expect(await decisions()).toEqual([])
})

test('a company reply stands on the site under its name, and approves the comment', async () => {
  const id = await create(held)
  const reply = await create({ parent_id: id, name: 'Eric' })
  app.advanceS(60)
  const message = 'Thank you, we have mended it.'
  const answer = (to: number, json: object) => send('POST', `${to}/reply/`, json)
  const { status, body } = await answer(reply, { message, expected_status: 'PENDING' })
  expect([status, body]).toMatchObject([
    201,
    {
      parent: id,
      name: 'Huza',
      email: '',
      message,
      status: 'APPROVED',
      is_company: true,
      staff_name: 'Grace Ishimwe',
      author: null,
    },
  ])
  await send('PATCH', `${id}/approve/`)
  const shown = await app.json(`/api/website/news/${article}/comments/`)
  expect(shown.body.results).toMatchObject([
    { id, is_company: false, latest_reply: { name: 'Huza', message, is_company: true } },
  ])
  expect(JSON.stringify(shown.body)).not.toContain('Grace')
  expect(await rowsOf()).toMatchObject([{ status: 'APPROVED' }, { status: 'APPROVED' }, {}])

  expect(await answer(id, { message: ' ' })).toMatchObject({
    status: 400,
    body: { message: ['Please write a reply'] },
  })
  expect(await answer(reply, { message })).toMatchObject({ status: 409 })
  expect(await answer(999, { message: 'Nobody is there' })).toMatchObject({ status: 404 })
  await send('PATCH', `${id}/reject/`)
  expect(await answer(id, { message: 'To what is hidden' })).toMatchObject({
    status: 409,
    body: { detail: 'This comment is rejected. Please approve it before you reply.' },
  })
  const stale = { message: 'To what has changed', expected_status: 'APPROVED' }
  expect(await answer(id, stale)).toMatchObject({
    status: 409,
    body: { detail: `This comment was rejected ${byGrace.replace('10:00', '10:01')}` },
  })
  expect(await rowsOf()).toHaveLength(3)
})

test('a company reply is refused while the same one stands below the comment, whoever wrote it', async () => {
  const id = await create()
  const other = await app.signIn('ADMIN')
  const answer = (as = token, message = 'Thank you.') =>
    app.json(`/api/admin/comments/${id}/reply/`, { method: 'POST', token: as, json: { message } })
  const responses = await Promise.all([answer(), answer(other)])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await answer(other, 'thank  YOU.')).toMatchObject({
    status: 409,
    body: { detail: 'The same reply is below this comment already.' },
  })
  const replyId = responses.find(({ status }) => status === 201)?.body.id
  await send('PATCH', `${replyId}/reject/`)
  const { status, body } = await answer()
  expect(status).toBe(201)
  await send('DELETE', `${body.id}/`)
  expect((await answer()).status).toBe(201)
})

test('batches, undoing and replies leave lines in the audit log without words of people', async () => {
  const id = await create({ message: 'Words of a visitor.' })
  const { body } = await send('PATCH', 'batch/', { comment_ids: [id], action: 'approve' })
  await undo(body.decision_id)
  await send('POST', `${id}/reply/`, { message: 'Words of the company.' })
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'details'])
    .where('action', '!=', 'signed in')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action, target }) => `${action} ${target}`)).toEqual([
    'batch comment',
    'batch comment',
    'created company reply',
  ])
  expect(JSON.stringify(lines)).not.toContain('Words')
})

test('decisions are forgotten after 30 days', async () => {
  await send('PATCH', `${await create()}/approve/`)
  app.advanceS(30 * 24 * 60 * 60)
  await removeOldDecisions(app.services)
  const count = () => app.services.database.selectFrom('comment_changes').select('id').execute()
  expect(await count()).toHaveLength(1)
  app.advanceS(1)
  await removeOldDecisions(app.services)
  expect(await count()).toEqual([])
})
