import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockRow } from '#database/lock-row.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createSlot } from '#seed/factories/interviews.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { applicationForm, createCohortAndStack, apply as submit } from '../applying.ts'
import { countLockWaits, holdWhile, type WhileHeld } from '../lock-waits.ts'

/** On SQLite no two transactions are open at once in a process. */
const testOnPostgres = test.runIf(process.env.TEST_DATABASE_URL)

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const whileHeld: WhileHeld = (hold, works, end) =>
  holdWhile(app.services.database, hold, works, end)

/** Holds up whoever writes to, or with `access exclusive` also who reads, a table. */
const holdTable =
  (table: string, mode = 'share row exclusive'): Parameters<WhileHeld>[0] =>
  (held) =>
    sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(held)

const call = (method: string, path: string, json?: object, by = token) =>
  app.json(`/api/${path}`, { method, token: by, ...(json && { json }) })
const apply = async (parents?: Awaited<ReturnType<typeof createCohortAndStack>>) =>
  createApplication(app.services, parents ?? (await createCohortAndStack(app)))
const recruiter = (name = 'Eric Mugabo') => createUser(app.services, { role: 'RECRUITER', name })
const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status)

const deletingUser =
  (id: number): Parameters<WhileHeld>[0] =>
  (held) =>
    held.deleteFrom('users').where('id', '=', id).execute()
const assign = (id: number, user: number) =>
  call('PATCH', 'admin/applications/batch-assign/', { application_ids: [id], assignees: [user] })
const decide = (id: number, by?: string, notes = '') =>
  call('POST', `website/application/${id}/change-status/`, { status: 'REVIEWING', notes }, by)

testOnPostgres('nobody who is deleted at the same time gets an application', async () => {
  const [id, { id: user }] = [await apply(), await recruiter()]
  const [assigned] = await whileHeld(deletingUser(user), [() => assign(id, user)])
  expect([assigned.status, assigned.body.failed[0].detail]).toEqual([
    200,
    'Who took care of it has no account any more.',
  ])
})

testOnPostgres('nobody who is deleted at the same time is mentioned', async () => {
  const parents = await createCohortAndStack(app)
  const [id, other] = [await apply(parents), await apply(parents)]
  const { id: user } = await recruiter()
  const text = 'Please see @Eric Mugabo'
  const responses = await whileHeld(deletingUser(user), [
    () => call('POST', `admin/applications/${id}/notes/`, { text }),
    () => decide(other, token, text),
  ])
  expect(statusesOf(responses)).toEqual([201, 200])
  expect(responses[0].body.mentions).toEqual([])
})

testOnPostgres('who is deleted during a call is told that the session has ended', async () => {
  const [id, user] = [await apply(), await recruiter()]
  const by = await signInAs(app.services, user)
  const view = { name: 'Mine', parameters: '', is_shared: true, is_pinned: false }
  const responses = await whileHeld(deletingUser(user.id), [
    () => call('POST', `admin/applications/${id}/notes/`, { text: 'Called her.' }, by),
    () => call('POST', 'admin/views/', { list: 'talents', ...view }, by),
    () => decide(id, by),
  ])
  expect(responses.map(({ body }) => body)).toEqual(Array(3).fill({ detail: 'Invalid token' }))
})

testOnPostgres('a user is deleted while they decide on what they take care of', async () => {
  const [id, user] = [await apply(), await recruiter()]
  const by = await signInAs(app.services, user)
  await assign(id, user.id)
  const responses = await whileHeld(holdTable('application_history'), [
    () => decide(id, by),
    () => call('DELETE', `admin/users/${user.id}/`),
  ])
  expect(statusesOf(responses)).toEqual([200, 204])
})

testOnPostgres('applications are shared out while who takes care of them is deleted', async () => {
  const parents = await createCohortAndStack(app)
  const [one, two] = [await apply(parents), await apply(parents)]
  const [leaving, first, second] = [await recruiter(), await recruiter(), await recruiter()]
  for (const id of [one, two]) await assign(id, leaving.id)
  const json = { application_ids: [two, one], assignees: [first.id, second.id] }
  const responses = await whileHeld(
    (held) =>
      held.updateTable('applications').set({ search_text: '' }).where('id', '=', two).execute(),
    [
      () => call('PATCH', 'admin/applications/batch-assign/', json),
      () => call('DELETE', `admin/users/${leaving.id}/`),
    ],
  )
  expect(statusesOf(responses)).toEqual([200, 204])
})

testOnPostgres(
  "applications are moved to where one of them is applied for by a bot's form",
  async () => {
    const parents = await createCohortAndStack(app)
    const email = 'aline@example.rw'
    const same = await createApplication(app.services, parents, { email })
    const [other, target] = [await apply(parents), await createCohort(app.services)]
    const form = applicationForm({ ...parents, cohort: target }, { email, website: 'huza.example' })
    const json = { application_ids: [same, other], cohort: target }
    const [sent, moved] = await whileHeld(holdTable('application_keys'), [
      () => submit(app, form),
      () => call('PATCH', 'admin/applications/batch-move/', json),
    ])
    expect(statusesOf([sent, moved])).toEqual([201, 200])
    expect([moved.body.succeeded, moved.body.failed[0].id]).toEqual([[other], same])
  },
)

testOnPostgres('an application is deleted while one of its notes is changed', async () => {
  const id = await apply()
  const path = `admin/applications/${id}/`
  const note = (await call('POST', `${path}notes/`, { text: 'Called her.' })).body.id
  const responses = await whileHeld(holdTable('application_mentions', 'access exclusive'), [
    () => call('PATCH', `admin/applications/notes/${note}/`, { text: 'Called her twice.' }),
    () => call('DELETE', path),
  ])
  expect(statusesOf(responses)).toEqual([200, 204])
})

testOnPostgres('two imports of the same certificates in another order do not wait', async () => {
  const runImport = (...emails: string[]) => {
    const rows = emails.map((email) => `Aline Uwase,${email},Go,Cohort 4,2025-10-06,2026-01-09`)
    const body = new FormData()
    const text = ['Name,E-mail,Course,Cohort,Start,End', ...rows].join('\n')
    body.append('file', new File([text], 'list.csv'))
    return app.json('/api/admin/certificates/import/', { method: 'POST', token, body })
  }
  const [a, b, c] = ['a@example.rw', 'b@example.rw', 'c@example.rw']
  const responses = await whileHeld(
    (database) =>
      createCertificate({ ...app.services, database }, { email: b, cohort: 'Cohort 4' }),
    [() => runImport(c, b, a), () => runImport(a, b, c)],
    'rollback',
  )
  expect(responses.map(({ status, body }) => [status, body.counts?.added]).sort()).toEqual([
    [200, 0],
    [200, 3],
  ])
})

testOnPostgres('a certificate is corrected while its application is deleted', async () => {
  const application_id = await apply()
  const { id } = await createCertificate(app.services, { application_id })
  const responses = await whileHeld(
    (held) =>
      held.updateTable('certificates').set({ search_text: '' }).where('id', '=', id).execute(),
    [
      () => call('PATCH', `admin/certificates/${id}/`, { course: 'Rust' }),
      () => call('DELETE', `admin/applications/${application_id}/`),
    ],
  )
  expect(statusesOf(responses)).toEqual([200, 204])
})

testOnPostgres.each<[string, (slot: number, panel: number[]) => [string, string, object]]>([
  [
    'made',
    (_, panel) => [
      ...(['POST', 'admin/interview-slots/'] as const),
      {
        ...{ cohort: 1, days: ['2026-04-01'], from: '09:00', to: '10:00', length: 30 },
        ...{ place: 'Room 2', panel },
      },
    ],
  ],
  ['changed', (slot, panel) => ['PATCH', `admin/interview-slots/${slot}/`, { panel }]],
])(
  'times for interviews are %s while a member of the panel decides and is deleted',
  async (_, request) => {
    const id = await apply()
    const { cohort_id: cohort } = await app.services.database
      .selectFrom('applications')
      .select('cohort_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const user = await recruiter()
    const by = await signInAs(app.services, user)
    const slot = await createSlot(app.services, { cohort })
    const [method, path, json] = request(slot, [user.id])
    const responses = await whileHeld(
      (held) => lockRow(held, 'users', user.id),
      [
        () => call('DELETE', `admin/users/${user.id}/`),
        () => call(method, path, 'cohort' in json ? { ...json, cohort } : json),
        () => decide(id, by),
      ],
    )
    expect(statusesOf(responses)).toEqual([204, 400, 200])
    expect(responses[1].body).toEqual({ panel: ['Somebody of the panel has no account any more'] })
  },
)

testOnPostgres.each(['the criteria change', 'they score'])(
  'a user is deleted while %s of what they take care of and have scored',
  async (what) => {
    const [id, user] = [await apply(), await recruiter()]
    const by = await signInAs(app.services, user)
    const cohort = (await call('GET', `admin/applications/${id}/scores/`)).body.cohort
    const setCriteria = (...names: string[]) =>
      call('PATCH', `admin/cohorts/${cohort}/criteria/`, {
        ...{ criteria: names.map((name) => ({ name })), is_confirmed: true },
      })
    const { criteria } = (await setCriteria('Logic', 'English', 'Motivation')).body
    const scores = Object.fromEntries(criteria.map((one: { id: number }) => [one.id, 3]))
    const score = () => call('PATCH', `admin/applications/${id}/scores/`, { scores }, by)
    await score()
    await assign(id, user.id)
    // Applications have lost the user by then, and scorings have not.
    const responses = await whileHeld(holdTable('saved_views'), [
      () => call('DELETE', `admin/users/${user.id}/`),
      what === 'they score' ? score : () => setCriteria('Logic', 'English', 'Curiosity'),
    ])
    expect(statusesOf(responses)).toEqual([204, what === 'they score' ? 401 : 200])
  },
)

async function createTags() {
  for (const tag of ['Old', 'New']) await createArticle(app.services, { tags: [tag] })
  const rows = await app.services.database.selectFrom('tags').select(['id', 'name']).execute()
  const [former, into] = ['Old', 'New'].map((tag) => rows.find(({ name }) => name === tag)?.id)
  return {
    rename: (name: string) => call('PATCH', `admin/tags/${former}/`, { name }),
    merge: () => call('POST', `admin/tags/${former}/merge/`, { into }),
    article: await createArticle(app.services, { tags: [] }),
  }
}
const tagArticle = (id: number, ...more: string[]) =>
  call('PATCH', `dashboard/news/${id}/`, { tags: ['Old', ...more] })
const searchTextOf = async (id: number) =>
  (
    await app.services.database
      .selectFrom('articles')
      .select('search_text')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).search_text

testOnPostgres('an article that is given a tag while that is merged has it', async () => {
  const { merge, article } = await createTags()
  const [merged, tagged] = await whileHeld(holdTable('article_tags'), [
    merge,
    () => tagArticle(article),
  ])
  expect([merged.status, merged.body.article_count, tagged.status, tagged.body.tags]).toEqual([
    ...[200, 2, 200, [{ name: 'Old' }]],
  ])
  expect(await searchTextOf(article)).toMatch(/ old$/)
})

testOnPostgres('a tag that an article was given just now is not merged unseen', async () => {
  const { merge, article } = await createTags()
  const [tagged, merged] = await whileHeld(holdTable('audit_log'), [
    () => tagArticle(article),
    merge,
  ])
  expect([tagged.status, merged.status, merged.body.detail]).toEqual([
    ...[200, 409, 'An article was given this tag just now. Please try again.'],
  ])
  expect((await merge()).body).toMatchObject({ article_count: 3 })
  expect(await searchTextOf(article)).toMatch(/ new$/)
})

testOnPostgres('a tag is renamed to one that an article is given beside it', async () => {
  const { rename, article } = await createTags()
  const responses = await whileHeld(
    async (held) => {
      await held.insertInto('tags').values({ name: 'Newest', name_key: 'newest' }).execute()
    },
    [() => tagArticle(article, 'Newer', 'Newest'), () => rename('Newer')],
    'rollback',
  )
  expect(statusesOf(responses)).toEqual([200, 409])
})

testOnPostgres('two copies of a cohort at once have different names', async () => {
  const id = await createCohort(app.services, { name: 'Kigali 1' })
  const copy = () => call('POST', `admin/cohorts/${id}/duplicate/`, {})
  const copies = await whileHeld(holdTable('audit_log'), [copy, copy])
  expect(copies.map(({ body }) => body.name)).toEqual(['Kigali 2', 'Kigali 3'])
})

testOnPostgres('who waits for each other nevertheless is told to try again', async () => {
  const { database } = app.services
  const [one, two] = [await createTestimonial(app.services), await createTestimonial(app.services)]
  const other = await database.startTransaction().execute()
  const touch = (id: number) =>
    other.updateTable('testimonials').set({ place: 1 }).where('id', '=', id).execute()
  await touch(two)
  const hiding = call('PATCH', 'admin/testimonials/batch/', {
    ...{ testimonial_ids: [one, two], action: 'hide' },
  })
  await expect.poll(() => countLockWaits(database)).toBe(1)
  // The one that has waited longer is undone.
  await touch(one)
  await other.commit().execute()
  const { status, body } = await hiding
  expect([status, body.detail]).toEqual([
    409,
    expect.stringContaining('Nothing of yours was saved'),
  ])
  const shown = await database.selectFrom('testimonials').select('hidden_at').execute()
  expect(shown).toEqual([{ hidden_at: null }, { hidden_at: null }])
})
