import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { rowKinds } from '#shared/row-kinds.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { procedures } from '#testing/bad-requests.ts'

let app: TestApp
let token: string
let editor: string
let recruiter: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Chantal Uwera' })
  editor = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
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
const dayS = 24 * 60 * 60

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

test('each role sees, restores and finds in the trash what it may delete, and only admins delete for good', async () => {
  const member = await createMember(app.services, { full_name: 'Grace İshimwe' })
  const talent = await createTalent(app.services)
  const [ofEditor, ofRecruiter] = [
    await remove(`/admin/team-members/${member}/`, editor),
    await remove(`/admin/talents/${talent}/`, recruiter),
  ]
  const kindsSeenBy = async (as: string) =>
    (await list('', as)).results.map(({ kind }: { kind: string }) => kind)
  expect(await kindsSeenBy(token)).toEqual(['talent', 'team member'])
  expect(await kindsSeenBy(editor)).toEqual(['team member'])
  expect(await kindsSeenBy(recruiter)).toEqual(['talent'])
  const people = await app.json('/api/admin/trash/people/', { token: editor })
  expect(people.body.results).toEqual([{ id: expect.any(Number), name: 'Eric Mugisha' }])

  expect((await restore(ofRecruiter, editor)).status).toBe(404)
  const row_ids = [String(talent)]
  const undone = await send('POST', '/admin/trash/undo/', { kind: 'talent', row_ids }, editor)
  expect(undone.body).toMatchObject({ succeeded: [], failed: [{ id: row_ids[0] }] })
  for (const as of [editor, recruiter]) {
    expect((await send('DELETE', `/admin/trash/${ofEditor}/`, {}, as)).status).toBe(403)
    const each = await send('POST', '/admin/trash/batch-delete/', { trash_ids: [ofEditor] }, as)
    expect(each.status).toBe(403)
  }
  expect((await list()).total_items).toBe(2)
  expect((await restore(ofEditor, editor)).status).toBe(200)
  expect((await restore(ofRecruiter, recruiter)).status).toBe(200)
})

test('the roles of the trash are those that may delete', () => {
  for (const [kind, { access, deletedBy }] of Object.entries(rowKinds)) {
    const deletion = procedures.find(({ name }) => name === deletedBy)
    expect(deletion?.access, kind).toEqual(access)
  }
})

test('the trash is filtered by kind, by person and by name or email, and paged', async () => {
  const aline = await createTalent(app.services, { email: 'aline@example.rw' })
  await remove(`/admin/talents/${aline}/`, recruiter)
  app.advanceS(60)
  const member = await createMember(app.services, { full_name: "Noël O'Brien İnan" })
  await remove(`/admin/team-members/${member}/`, editor)
  const titles = async (query: string) =>
    (await list(query)).results.map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(["Noël O'Brien İnan", 'Aline Uwase'])
  expect(await titles('page_size=1&page=2')).toEqual(['Aline Uwase'])
  expect(await titles('kind=talent')).toEqual(['Aline Uwase'])
  expect(await titles('kind=talent,team%20member')).toHaveLength(2)
  expect(await titles("search=noel o'brien inan")).toEqual(["Noël O'Brien İnan"])
  expect(await titles('search=aline@example.rw')).toEqual(['Aline Uwase'])
  const { results } = (await app.json('/api/admin/trash/people/', { token })).body
  const diane = results.find(({ name }: { name: string }) => name === 'Diane Keza')
  expect(await titles(`by=${diane.id}`)).toEqual(['Aline Uwase'])
  const [first] = (await list('kind=talent')).results
  expect(first).toMatchObject({ by: 'Diane Keza', files: 1, row_id: String(aline) })
  expect(Date.parse(first.ends_at) - Date.parse(first.deleted_at)).toBe(30 * dayS * 1000)
  expect(await list('kind=comet')).toHaveProperty('kind')
  expect(await list('by=nobody')).toHaveProperty('by')
})

test.each([
  ['/admin/trash/undo/', { kind: 'talent', row_ids: [] }, 'row_ids'],
  ['/admin/trash/undo/', { kind: 'comet', row_ids: [1] }, 'kind'],
  ['/admin/trash/batch-restore/', { trash_ids: [] }, 'trash_ids'],
  ['/admin/trash/batch-restore/', { trash_ids: ['one'] }, 'trash_ids'],
  ['/admin/trash/batch-delete/', { trash_ids: [0] }, 'trash_ids'],
])('%s refuses an invalid body by field (%#)', async (path, json, field) => {
  const { status, body } = await send('POST', path, json)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
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
  await remove(`/admin/events/${event}/`)
  expect((await restore(entry)).body).toEqual({
    detail: 'The event was deleted. Restore that first.',
    event: ['The event was deleted. Restore that first.'],
  })
})

test('what visitors delete themselves is kept nowhere', async () => {
  const event = await createEvent(app.services)
  const json = { full_name: 'Aline Uwase', email: 'aline@example.rw' }
  const path = `/api/website/events/${event}/registrations/`
  expect((await app.json(path, { method: 'POST', json })).status).toBe(201)
  const { body } = await app.services.database
    .selectFrom('outbox')
    .select('body')
    .executeTakeFirstOrThrow()
  const sent = decodeURIComponent(/token=([^\s&]+)/.exec(body)?.[1] ?? '')
  const cancelled = await app.json('/api/website/cancel-registration/', {
    method: 'POST',
    json: { token: sent },
  })
  expect(cancelled.status).toBeLessThan(300)
  const left = app.services.database.selectFrom('event_registrations').selectAll()
  expect(await left.execute()).toEqual([])
  expect((await list()).total_items).toBe(0)
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

test.runIf(process.env.TEST_DATABASE_URL)(
  'a batch is done to its end though another transaction waited for one of its own',
  async () => {
    const { database } = app.services
    const entries: number[] = []
    while (entries.length < 3) {
      entries.push(await remove(`/admin/talents/${await createTalent(app.services)}/`))
    }
    // A sequence counts on though its transaction is undone: the second deletion alone fails, as by a deadlock.
    await sql`create sequence deletions`.execute(database)
    await sql`create function fail_second() returns trigger language plpgsql as $$ begin
      if nextval('deletions') = 2 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return old; end $$`.execute(database)
    await sql`create trigger fail_second before delete on trash for each row execute function fail_second()`.execute(
      database,
    )
    try {
      const trash_ids = entries.toReversed()
      const restored = await send('POST', '/admin/trash/batch-restore/', { trash_ids })
      expect([restored.status, restored.body]).toEqual([200, { succeeded: trash_ids, failed: [] }])
      expect((await list()).total_items).toBe(0)
    } finally {
      await sql`drop function fail_second cascade`.execute(database)
      await sql`drop sequence deletions`.execute(database)
    }
  },
)

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
