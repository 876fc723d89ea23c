import { afterEach, beforeEach, expect } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'
import { onPostgres } from '../engines.ts'
import { closeCircle, holdTable, holdWhile } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, json?: object) =>
  app.json(`/api/${path}`, { method, token, ...(json && { json }) })
const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status)

onPostgres('two imports of the same certificates in another order do not wait', async () => {
  const runImport = (...emails: string[]) => {
    const rows = emails.map((email) => `Aline Uwase,${email},Go,Cohort 4,2025-10-06,2026-01-09`)
    const body = new FormData()
    const text = ['Name,Email,Course,Cohort,Start,End', ...rows].join('\n')
    body.append('file', new File([text], 'list.csv'))
    return app.json('/api/admin/certificates/import/', { method: 'POST', token, body })
  }
  const [a, b, c] = ['a@example.rw', 'b@example.rw', 'c@example.rw']
  const responses = await holdWhile(
    app,
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

onPostgres('a certificate is corrected while its application is deleted', async () => {
  const application_id = await createApplication(app.services, await createCohortAndStack(app))
  const { id } = await createCertificate(app.services, { application_id })
  const responses = await holdWhile(
    app,
    (held) =>
      held.updateTable('certificates').set({ search_text: '' }).where('id', '=', id).execute(),
    [
      () => call('PATCH', `admin/certificates/${id}/`, { course: 'Rust' }),
      () => call('DELETE', `admin/applications/${application_id}/`),
    ],
  )
  expect(statusesOf(responses)).toEqual([200, 204])
})

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

onPostgres('an article that is given a tag while that is merged has it', async () => {
  const { merge, article } = await createTags()
  const [merged, tagged] = await holdWhile(app, holdTable('article_tags'), [
    merge,
    () => tagArticle(article),
  ])
  expect([merged.status, merged.body.article_count, tagged.status, tagged.body.tags]).toEqual([
    200,
    2,
    200,
    [{ name: 'Old' }],
  ])
  expect(await searchTextOf(article)).toMatch(/ old$/)
})

onPostgres('a tag that an article was given just now is not merged unseen', async () => {
  const { merge, article } = await createTags()
  const [tagged, merged] = await holdWhile(app, holdTable('audit_log'), [
    () => tagArticle(article),
    merge,
  ])
  expect([tagged.status, merged.status, merged.body.detail]).toEqual([
    200,
    409,
    'An article was given this tag just now. Please try again.',
  ])
  expect((await merge()).body).toMatchObject({ article_count: 3 })
  expect(await searchTextOf(article)).toMatch(/ new$/)
})

onPostgres('a tag is renamed to one that an article is given beside it', async () => {
  const { rename, article } = await createTags()
  const responses = await holdWhile(
    app,
    async (held) => {
      await held.insertInto('tags').values({ name: 'Newest', name_key: 'newest' }).execute()
    },
    [() => tagArticle(article, 'Newer', 'Newest'), () => rename('Newer')],
    'rollback',
  )
  expect(statusesOf(responses)).toEqual([200, 409])
})

onPostgres('two copies of a cohort at once have different names', async () => {
  const id = await createCohort(app.services, { name: 'Kigali 1' })
  const copy = () => call('POST', `admin/cohorts/${id}/duplicate/`, {})
  const copies = await holdWhile(app, holdTable('audit_log'), [copy, copy])
  expect(copies.map(({ body }) => body.name)).toEqual(['Kigali 2', 'Kigali 3'])
})

onPostgres('a deletion of several that waits for who waits for it says to try again', async () => {
  const { database } = app.services
  const [one, two] = [await createTestimonial(app.services), await createTestimonial(app.services)]
  const other = await database.startTransaction().execute()
  const touch = (id: number) =>
    other.updateTable('testimonials').set({ place: 1 }).where('id', '=', id).execute()
  await touch(two)
  const deleting = call('PATCH', 'admin/testimonials/batch/', {
    testimonial_ids: [one, two],
    action: 'delete',
  })
  await closeCircle(other, () => touch(one))
  const { status, body } = await deleting
  expect([status, body.detail]).toEqual([
    409,
    expect.stringContaining('Nothing of yours was saved'),
  ])
  const left = await database.selectFrom('testimonials').select('id').orderBy('id').execute()
  expect(left).toEqual([{ id: one }, { id: two }])
})
