import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let recruiter: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Chantal Uwera' })
  recruiter = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: unknown = {}, as = token) =>
  app.json(`/api${path}`, { method, token: as, json })
const list = async (query = '', as = token) =>
  (await app.json(`/api/admin/trash/?${query}`, { token: as })).body
const newest = async () => (await list()).results[0].id as number
const restore = (id: number, as = token) => send('POST', `/admin/trash/${id}/restore/`, {}, as)
const remove = async (path: string, as = token) => {
  expect((await send('DELETE', path, {}, as)).status).toBe(204)
  return newest()
}
let stacks = 0

async function application(overrides: Parameters<typeof createApplication>[2] = {}, cohort = 0) {
  stacks += 1
  const stack = await createTechStack(app.services, { id: `stack-${stacks}` })
  const parents = { cohort: cohort || (await createCohort(app.services)), tech_stack: stack }
  const id = await createApplication(app.services, parents, overrides)
  return { id, ...parents, path: `/admin/applications/${id}/` }
}

const registeredIn = async (cohort: number) =>
  (
    await app.services.database
      .selectFrom('cohorts')
      .select('registered')
      .where('id', '=', cohort)
      .executeTakeFirstOrThrow()
  ).registered

test('what a migration has told of some rows in the trash comes back with them', async () => {
  const { database } = app.services
  const { id, path } = await application()
  for (const json of [{ status: 'ACCEPTED' }, { status: 'PENDING', is_undo: true }])
    await send('POST', `/website/application/${id}/change-status/`, json)
  const history = () =>
    database.selectFrom('application_history').selectAll().orderBy('id').execute()
  const before = await history()
  expect(before.map(({ is_undo }) => is_undo)).toEqual([0, 0, 1])
  const entry = await remove(path)
  // As in the trash from before there was this column.
  await database
    .updateTable('trash')
    .set(({ eb, fn, val }) => ({
      snapshot: fn<string>('replace', [eb.ref('snapshot'), val(',"is_undo":0'), val('')]),
    }))
    .where('id', '=', entry)
    .execute()
  expect((await restore(entry)).status).toBe(200)
  expect(await history()).toEqual(before)
})

test('who was deleted can apply again, and then the former application is in the way of nothing', async () => {
  const first = await application({ email: 'aline@example.rw' })
  const entry = await remove(first.path)
  expect(await registeredIn(first.cohort)).toBe(0)
  const again = await createApplication(app.services, first, { email: 'Aline@example.rw' })
  const refused = await restore(entry)
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      detail: 'They have applied to this cohort again. Delete that application first.',
      email: ['They have applied to this cohort again. Delete that application first.'],
    },
  ])
  expect(await registeredIn(first.cohort)).toBe(1)
  await remove(`/admin/applications/${again}/`)
  expect((await restore(entry)).status).toBe(200)
  expect(await registeredIn(first.cohort)).toBe(1)
})

test('an application comes back only while its cohort is there and has a spot', async () => {
  const cohort = await createCohort(app.services, { limit: 1 })
  const first = await application({}, cohort)
  const entry = await remove(first.path)
  const second = await application({}, cohort)
  const full = await restore(entry)
  expect([full.status, Object.keys(full.body)]).toEqual([409, ['detail', 'cohort']])
  const other = await remove(second.path)
  const ofCohort = await remove(`/admin/cohorts/${cohort}/`)
  expect((await restore(entry)).body).toEqual({
    detail: 'Its cohort was deleted. Restore that first.',
    cohort: ['Its cohort was deleted. Restore that first.'],
  })
  // The last one deleted comes first, so that what it belongs to is there.
  const trash_ids = [entry, ofCohort]
  const each = await send('POST', '/admin/trash/batch-restore/', { trash_ids })
  expect(each.body).toEqual({ succeeded: [ofCohort, entry], failed: [] })
  expect(await registeredIn(cohort)).toBe(1)
  const left = await send('POST', '/admin/trash/batch-restore/', { trash_ids: [other, 99_999] })
  expect(left.body.succeeded).toEqual([])
  expect(left.body.failed).toEqual([
    { id: 99_999, detail: expect.stringMatching(/not found/) },
    { id: other, detail: expect.stringMatching(/has filled up since/) },
  ])
  expect(await registeredIn(cohort)).toBe(1)
})

test('a registration of an event comes back to its place, unless the event is full or gone', async () => {
  const event = await createEvent(app.services, { capacity: 1 })
  const [guest] = await createRegistrations(app.services, event, [{}])
  const entry = await remove(`/admin/event-registrations/${guest}/`)
  const [other] = await createRegistrations(app.services, event, [{}])
  expect((await restore(entry)).body).toHaveProperty('event')
  await remove(`/admin/event-registrations/${other}/`)
  expect((await restore(entry)).status).toBe(200)
  const again = await remove(`/admin/event-registrations/${guest}/`)
  await remove(`/admin/events/${event}/`)
  expect((await restore(again)).body).toEqual({
    detail: 'The event was deleted. Restore that first.',
    event: ['The event was deleted. Restore that first.'],
  })
})

test('comments of a batch come back with their replies, and a reply only below its comment', async () => {
  const article = await createArticle(app.services)
  const parent = await createComment(app.services, article, { status: 'APPROVED' })
  const reply = await createComment(app.services, article, {
    parent_id: parent,
    status: 'APPROVED',
  })
  const other = await createComment(app.services, article, { status: 'APPROVED' })
  const ofReply = await remove(`/admin/comments/${reply}/`)
  await send('PATCH', '/admin/comments/batch/', { comment_ids: [parent, other], action: 'delete' })
  expect((await restore(ofReply)).body).toEqual({
    detail: 'The comment that this answers was deleted. Restore that first.',
    comment: ['The comment that this answers was deleted. Restore that first.'],
  })
  const row_ids = [String(parent), String(other)]
  const undone = await send('POST', '/admin/trash/undo/', { kind: 'comment', row_ids })
  expect(undone.body).toEqual({ succeeded: row_ids.toReversed(), failed: [] })
  expect((await restore(ofReply)).status).toBe(200)
  const { body } = await app.json(`/api/website/news/${article}/comments/`)
  expect(body.total_items).toBe(2)

  // A reply that is deleted together with its comment is part of it.
  await send('PATCH', '/admin/comments/batch/', { comment_ids: [reply, parent], action: 'delete' })
  expect((await list()).results).toEqual([
    expect.objectContaining({ row_id: String(parent), dependents: 1 }),
  ])
  const both = [String(reply), String(parent)]
  const undo = (row_ids: string[], as = token) =>
    send('POST', '/admin/trash/undo/', { kind: 'comment', row_ids }, as)
  expect((await undo([...both, '999', 'x'])).body).toEqual({
    succeeded: both.toReversed(),
    failed: ['999', 'x'].map((id) => ({ id, detail: expect.stringContaining('not found') })),
  })
  expect((await undo(both, recruiter)).body).toMatchObject({ succeeded: [] })

  // A reply that is deleted just before its comment has an entry of its own, and comes back after it.
  for (const id of [reply, parent]) {
    await send('PATCH', '/admin/comments/batch/', { comment_ids: [id], action: 'delete' })
  }
  expect((await undo(both)).body).toEqual({ succeeded: both.toReversed(), failed: [] })
  expect((await list()).total_items).toBe(0)
})

test('of a user who is gone, the history of an application keeps the name', async () => {
  const { id, path } = await application()
  const user = await app.services.database
    .selectFrom('users')
    .selectAll()
    .where('name', '=', 'Diane Keza')
    .executeTakeFirstOrThrow()
  await send(
    'POST',
    `/website/application/${id}/change-status/`,
    { status: 'REVIEWING' },
    recruiter,
  )
  const entry = await remove(path)
  expect((await send('DELETE', `/admin/users/${user.id}/`)).status).toBe(204)
  expect((await restore(entry)).status).toBe(200)
  const history = await app.services.database
    .selectFrom('application_history')
    .select(['by_user_id', 'by_name'])
    .where('to_status', '=', 'REVIEWING')
    .execute()
  expect(history).toEqual([{ by_user_id: null, by_name: 'Diane Keza' }])
})
