import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
let diane: { id: number; token: string }
let eric: { id: number; token: string }
let id: number
beforeEach(async () => {
  app = await startTestApp()
  diane = await signUp('Diane Keza')
  eric = await signUp('Eric Mugisha')
  id = await createApplication(app.services, await createCohortAndStack(app))
})
afterEach(() => app[Symbol.asyncDispose]())

async function signUp(name: string, role: 'ADMIN' | 'EDITOR' | 'RECRUITER' = 'RECRUITER') {
  const user = await createUser(app.services, { name, role })
  return { id: user.id, token: await signInAs(app.services, user) }
}
const call = (method: string, path: string, json?: object, { token } = diane) =>
  app.json(`/api${path}`, { method, token, ...(json && { json }) })
const add = async (text: string, by = diane) =>
  (await call('POST', `/admin/applications/${id}/notes/`, { text }, by)).body
const notes = async () => (await call('GET', `/website/application/${id}/`)).body.notes
const mentionsOf = async (user: typeof diane, query = '') =>
  (await call('GET', `/admin/applications/mentions/${query}`, undefined, user)).body.results
const lines = async () =>
  (
    await app.services.database
      .selectFrom('audit_log')
      .select(['action', 'target', 'target_id'])
      .where('target', 'in', ['note on application', 'mention'])
      .orderBy('id')
      .execute()
  ).map(({ action, target }) => `${action} ${target}`)

test('a note is kept with its author and changes no status; the latest comes first', async () => {
  const note = await add('  Speaks French\nand English  ')
  await add('Call back', eric)
  expect(note).toMatchObject({
    text: 'Speaks French\nand English',
    by: 'Diane Keza',
    author: diane.id,
    mentions: [],
    created_at: note.updated_at,
  })
  expect((await notes()).map(({ text }: { text: string }) => text)).toEqual([
    'Call back',
    'Speaks French\nand English',
  ])
  const { body } = await call('GET', `/website/application/${id}/`)
  expect([body.status, body.history.length]).toEqual(['PENDING', 1])
  expect(await lines()).toEqual(['created note on application', 'created note on application'])
})

test.each([
  ['', 'Please write something'],
  ['   ', 'Please write something'],
  ['x'.repeat(2_001), 'At most 2000 characters'],
])('the text %j is refused by field', async (text, message) => {
  for (const [method, path] of [
    ['POST', `/admin/applications/${id}/notes/`],
    ['PATCH', '/admin/applications/notes/1/'],
  ] as const) {
    const { status, body } = await call(method, path, { text })
    expect([status, body]).toEqual([400, { text: [message] }])
  }
  expect(await notes()).toEqual([])
})

test('a note on an application that is gone is refused', async () => {
  expect((await call('POST', '/admin/applications/999/notes/', { text: 'x' })).status).toBe(404)
})

test("one's own note is changed and deleted, a colleague's is not", async () => {
  const note = await add('First impression')
  const path = `/admin/applications/notes/${note.id}/`
  for (const [method, json] of [['PATCH', { text: 'Mine now' }], ['DELETE']] as const) {
    const { status, body } = await call(method, path, json, eric)
    expect([status, body.detail]).toEqual([
      403,
      'Diane Keza has written this note, so nobody else can change it.',
    ])
  }
  app.advanceS(60)
  const changed = await call('PATCH', path, {
    text: 'Second impression',
    expected_updated_at: note.updated_at,
  })
  expect(changed.body).toMatchObject({ text: 'Second impression', created_at: note.created_at })
  const stale = await call('PATCH', path, { text: 'x', expected_updated_at: note.updated_at })
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining('Diane Keza')])
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(404)
  expect((await call('PATCH', path, { text: 'x' })).status).toBe(404)
  expect(await notes()).toEqual([])
  expect(await lines()).toEqual([
    ...['created', 'changed', 'deleted'].map((action) => `${action} note on application`),
  ])
})

test('who is mentioned finds it until it is checked off', async () => {
  await add('@eric mugisha, please call. Not eric@Mugisha.rw')
  const [mention] = await mentionsOf(eric)
  expect(mention).toMatchObject({
    application: id,
    applicant: 'Aline Uwase',
    cohort_name: 'Kigali Cohort',
    by: 'Diane Keza',
    is_done: false,
    text: expect.stringContaining('please call'),
  })
  expect(await mentionsOf(diane)).toEqual([])
  const path = `/admin/applications/mentions/${mention.id}/`
  expect((await call('PATCH', path, { is_done: true }, diane)).status).toBe(404)
  expect((await call('PATCH', path, { is_done: 'x' }, eric)).body).toHaveProperty('is_done')
  expect((await call('PATCH', path, { is_done: true }, eric)).body.is_done).toBe(true)
  expect(await mentionsOf(eric)).toEqual([])
  expect(await mentionsOf(eric, '?is_done=true')).toMatchObject([{ id: mention.id }])
  await call('PATCH', path, { is_done: false }, eric)
  expect(await mentionsOf(eric)).toHaveLength(1)
})

test('the longest name counts, and only colleagues who manage applications', async () => {
  const short = await signUp('Eric')
  const editor = await signUp('Editha', 'EDITOR')
  const turkish = await signUp("İpek O'Neill")
  const note = await add("@Eric Mugisha and @İpek O'Neill, but not @Editha nor @Ericsson")
  expect(note.mentions).toEqual([
    { id: eric.id, name: 'Eric Mugisha' },
    { id: turkish.id, name: "İpek O'Neill" },
  ])
  expect(await mentionsOf(short)).toEqual([])
  const refused = await call('GET', '/admin/applications/mentions/', undefined, editor)
  expect(refused.status).toBe(403)
  const { body } = await call('GET', '/admin/applications/colleagues/')
  expect(body.results.map(({ name }: { name: string }) => name)).not.toContain('Editha')
})

test('an edit mentions more and fewer, and keeps who is called otherwise by now', async () => {
  const claude = await signUp('Claude')
  const note = await add('@Eric Mugisha, have a look')
  await app.services.database
    .updateTable('users')
    .set({ name: 'Eric M.' })
    .where('id', '=', eric.id)
    .execute()
  const edit = async (text: string) =>
    (await call('PATCH', `/admin/applications/notes/${note.id}/`, { text })).body.mentions
  expect(await edit('@Eric Mugisha and @Claude, have a look')).toHaveLength(2)
  expect(await edit('@Claude, have a look')).toEqual([{ id: claude.id, name: 'Claude' }])
  expect([await mentionsOf(eric), await mentionsOf(claude)]).toMatchObject([[], [{}]])
})

test('a note with a decision mentions colleagues, too', async () => {
  const json = { status: 'SHORTLISTED', notes: 'Your kind of person, @Eric Mugisha' }
  await call('POST', `/website/application/${id}/change-status/`, json)
  expect(await mentionsOf(eric)).toMatchObject([{ text: json.notes, by: 'Diane Keza' }])
})

test('notes and mentions go with the application, and stay when their author goes', async () => {
  await add('@Eric Mugisha, one', await signUp('Leaving'))
  await app.services.database.deleteFrom('users').where('name', '=', 'Leaving').execute()
  expect(await notes()).toMatchObject([{ author: null, by: 'Leaving' }])
  await call('DELETE', `/admin/applications/${id}/`)
  for (const table of ['application_notes', 'application_mentions'] as const) {
    expect(await app.services.database.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await mentionsOf(eric)).toEqual([])
})
