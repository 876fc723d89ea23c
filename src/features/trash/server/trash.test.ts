import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createMember } from '#seed/factories/team.ts'
import { rowKinds } from '#shared/row-kinds.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { procedures } from '#testing/bad-requests.ts'
import { onPostgres } from '#testing/engines.ts'

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

onPostgres(
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
