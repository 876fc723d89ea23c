import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestContext } from '#platform/http/context.ts'
import { createUser, openTestViewer, signInAs, type TestUser } from '#seed/factories/accounts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { postUndoOfDecision, readEvents } from '#testing/events.ts'
import { waveKeyOf } from './checks.ts'
import { undoDecision } from './undo.ts'
import { decideWave } from './waves.ts'

let app: TestApp
let token: string
let me: TestUser
let article: number
beforeEach(async () => {
  app = await startTestApp()
  me = await createUser(app.services, { role: 'EDITOR', name: 'Grace Ishimwe' })
  token = await signInAs(app.services, me)
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

let authors = 0
const create = (message: string, overrides: Parameters<typeof createComment>[2] = {}) => {
  authors += 1
  return createComment(app.services, article, {
    message,
    email: `author${authors}@example.rw`,
    ...overrides,
  })
}
const waves = async () => (await app.json('/api/admin/comments/waves/', { token })).body
const list = async (query: Record<string, string>) =>
  (await app.json(`/api/website/comments/?${new URLSearchParams(query)}`, { token })).body
const decide = (json: object) =>
  readEvents(app, '/api/admin/comments/waves/', { method: 'PATCH', token, json })
const undo = (id: number) => postUndoOfDecision(app, token, id)
const openContext = async (user: TestUser) =>
  ({
    ...app.services,
    viewer: await openTestViewer(app.services, user),
    clientIp: '192.0.2.1',
  }) as RequestContext
const statuses = async () =>
  (await app.services.database.selectFrom('comments').select('status').orderBy('id').execute())
    .map(({ status }) => status)
    .join(' ')

const spam = (number: number) => `Buy it now! https://www.cheap.example/offer/?from=${number}`

test.each([
  ['See https://www.Cheap.example/Buy/?a=1#b.', 'link:cheap.example/Buy'],
  ['See www.cheap.example/Buy, and http://other.example', 'link:cheap.example/Buy'],
  ['<a href="https://cheap.example">here</a>', 'link:cheap.example'],
])('what comments like %s have in common', (message, key) => {
  expect(waveKeyOf(message)).toBe(key)
})

test('comments of several authors with the same link or the same words are one row', async () => {
  for (let number = 0; number < 4; number += 1) await create(spam(number))
  for (const text of ['Great post, thanks!', 'great post thanks', 'GREAT POST: THANKS']) {
    await create(text)
  }
  const alone = { email: 'one@example.rw' }
  for (let number = 0; number < 3; number += 1) await create('https://mine.example', alone)
  await create('Something of my own')
  const { results } = await waves()
  expect(results).toMatchObject([
    { id: 'link:cheap.example/offer', kind: 'link', value: 'cheap.example/offer', total: 4 },
    { kind: 'text', value: '', total: 3, authors: 3, articles: 1 },
  ])
  expect(results[1].sample.message).toBe('GREAT POST: THANKS')
  const queue = { status: 'pending', without_waves: 'true' }
  expect(await list(queue)).toMatchObject({ total_items: 4 })
  expect(await list({ status: 'pending' })).toMatchObject({ total_items: 11 })
  expect(await list({ ...queue, search: 'great' })).toMatchObject({ total_items: 3 })
  expect(await list({ wave: results[0].id })).toMatchObject({ total_items: 4 })
})

test('of a large wave all are counted, and the newest 1,000 are looked at', async () => {
  const other = await createArticle(app.services)
  const first = await create(spam(0))
  await createComment(app.services, other, { message: spam(1), email: 'other@example.rw' })
  const { database } = app.services
  const { id: _, ...row } = await database
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  for (let count = 0; count < 1_000; count += 200) {
    const copies = Array.from({ length: 200 }, (_, index) => `author ${count + index}`)
    const rows = copies.map((email_key) => ({ ...row, email_key }))
    await database.insertInto('comments').values(rows).execute()
  }
  const { results } = await waves()
  expect(results).toMatchObject([{ total: 1_002, authors: 1_000, articles: 1, has_more: true }])
})

test('a wave is decided once for all of its pending comments, and undone at once', async () => {
  for (let number = 0; number < 450; number += 1) await create(spam(number))
  await create(spam(1), { status: 'APPROVED' })
  const { results, seen_at } = await waves()
  expect(results).toMatchObject([{ total: 450 }])
  app.advanceS(1)
  await create(spam(2))
  const decided = await create(spam(3), { created_at: '2026-03-02T07:00:00.000Z' })
  await app.json(`/api/admin/comments/${decided}/approve/`, { method: 'PATCH', token, json: {} })
  const seen = { wave: results[0].id, seen_at, seen_total: 450 }
  const { events } = await decide({ ...seen, action: 'reject' })
  expect(events.map(({ total, succeeded }) => [total, succeeded])).toEqual([
    [450, 200],
    [450, 400],
    [450, 450],
  ])
  expect(await statuses()).toBe(`${'REJECTED '.repeat(450)}APPROVED PENDING APPROVED`)
  const decisions = (await app.json('/api/admin/comments/decisions/', { token })).body.results
  expect(decisions).toMatchObject([{ total: 450, action: 'reject' }, { total: 1 }])
  const undone = await undo(decisions[0].id)
  expect(undone.events.at(-1)).toMatchObject({ succeeded: 450, failed_count: 0 })
  expect(await statuses()).toBe(`${'PENDING '.repeat(450)}APPROVED PENDING APPROVED`)
})

test('a wave that has become larger than what was seen is not decided', async () => {
  for (let number = 0; number < 3; number += 1) await create(spam(number))
  const { results, seen_at } = await waves()
  const seen = { wave: results[0].id, seen_at, action: 'reject' }
  expect(await decide({ ...seen, seen_total: 2 })).toMatchObject({
    status: 409,
    body: { detail: 'The wave has 3 comments, not 2. Please look at it again.' },
  })
  expect(await decide({ action: 'burn', seen_at: 'now' })).toMatchObject({
    status: 400,
    body: {
      wave: ['Please choose a wave'],
      action: ['Please choose an action'],
      seen_at: ['Please send the seen_at of the list'],
      seen_total: ['Please send the total of the wave'],
    },
  })
  expect(await statuses()).toBe('PENDING PENDING PENDING')
})

test('a wave that is undone while it is decided goes no further', async () => {
  for (let number = 0; number < 450; number += 1) await create(spam(number))
  const { results, seen_at } = await waves()
  const wave = { wave: results[0].id, seen_at, seen_total: 450, action: 'reject' } as const
  const deciding = await decideWave(await openContext(me), wave)
  const { value: step } = await deciding.next()
  const { events } = await undo(step?.decision_id as number)
  expect(events.at(-1)).toMatchObject({ succeeded: 200 })
  await expect(deciding.next()).rejects.toThrow(
    'This has been undone, so the rest of the wave stays as it was.',
  )
  expect(await statuses()).toBe('PENDING '.repeat(450).trim())
})

test('undoing that breaks off half way can be repeated', async () => {
  for (let number = 0; number < 250; number += 1) await create(spam(number))
  const { results, seen_at } = await waves()
  const { events } = await decide({
    wave: results[0].id,
    seen_at,
    seen_total: 250,
    action: 'reject',
  })
  const { decision_id } = events.at(-1)
  const undoing = await undoDecision(await openContext(me), decision_id)
  await undoing.next()
  await undoing.return(undefined)
  expect(await statuses()).toBe(`${'PENDING '.repeat(200)}${'REJECTED '.repeat(50)}`.trim())
  const again = await undo(decision_id)
  expect(again.events.at(-1)).toMatchObject({ total: 250, succeeded: 250, failed_count: 0 })
  expect(await statuses()).toBe('PENDING '.repeat(250).trim())
})

test('of two who undo a decision at once, each leaves a line for the comments that it put back', async () => {
  for (let number = 0; number < 450; number += 1) await create(spam(number))
  const { results, seen_at } = await waves()
  const wave = { wave: results[0].id, seen_at, seen_total: 450, action: 'reject' }
  const { decision_id } = (await decide(wave)).events.at(-1)
  const undo = async () => undoDecision(await openContext(me), decision_id)
  const both = await Promise.all([undo(), undo()])
  await Promise.all(
    both.map(async (undoing) => {
      let last: object | undefined
      for await (const step of undoing) last = step
      expect(last).toMatchObject({ succeeded: 450, failed_count: 0 })
    }),
  )
  expect(await statuses()).toBe('PENDING '.repeat(450).trim())
  const lines = await auditLines(app, 'comment')
  const undone = lines.filter(({ details }) => details.action === 'undo')
  const counts: number[] = undone.map(({ details }) => details.succeeded)
  expect(counts).not.toContain(0)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450)
})

test.each([
  ['https://spam.example/a/?x=1', 'link:spam.example/a'],
  ['see www.spam.example/b...!', 'link:spam.example/b'],
])('the wave of %s is %s', (message, key) => {
  expect(waveKeyOf(message)).toBe(key)
})

test('the wave of a link with very many dots is found in no time', async () => {
  const dots = `https://spam.example/${'.'.repeat(40_000)}x`
  expect(await threadMsOf(() => waveKeyOf(dots))).toBeLessThan(300)
})
