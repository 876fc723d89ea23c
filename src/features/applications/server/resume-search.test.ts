import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSqlite } from '#database/engine.ts'
import { storeResumeText } from '#database/resume-index.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { copyApplication } from '#testing/many-applications.ts'
import { applyAndRead, pdfOfPages } from '#testing/resumes.ts'
import { foundMax, readMax } from './search.ts'

let app: TestApp
let token: string
let parents: { cohort: number; tech_stack: string }
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  parents = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (path: string, query: object = {}) => {
  const { status, body } = await app.json(`${path}?${new URLSearchParams({ ...query })}`, { token })
  expect(status).toBe(200)
  return body
}
const list = (query: object) => read('/api/website/application/', query)
const found = async (search_query: string, query = {}): Promise<number[]> =>
  (await list({ search_query, ...query })).results.map(({ id }: { id: number }) => id)

/** An application whose resume says this. */
async function withResume(text: string, person = {}) {
  const id = await createApplication(app.services, parents, person)
  await setText(id, text)
  return id
}

async function setText(id: number, text: string) {
  const { database } = app.services
  const { resume_id } = await database
    .selectFrom('applications')
    .select('resume_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await storeResumeText(database, resume_id, text)
  return resume_id
}

test('a word of a resume finds its application, and the list shows where it stands', async () => {
  const text =
    'For two years I led a team of five with Kubernetes and Terraform at a bank in Kigali.'
  const id = await applyAndRead(app, parents, 'a.pdf', await pdfOfPages(text))
  const { results } = await list({ search_query: 'KUBERN' })
  expect(results).toMatchObject([{ id }])
  const { before, word, after } = results[0].resume_hit
  expect(word).toBe('Kubernetes')
  expect(before + word + after).toBe(
    'For two years I led a team of five with Kubernetes and Terraform at a bank in Kigali.',
  )
  const path = `/api/admin/applications/${id}/resume/hit/`
  expect((await read(path, { search_query: 'kubernetes' })).hit).toEqual(results[0].resume_hit)
  expect([await read(path), await read(path, { search_query: 'aline' })]).toEqual([
    { hit: null },
    { hit: null },
  ])
  expect(await found('terraform zanzibar')).toEqual([])
})

test('words are found without case and accents, from their beginning on, and short ones whole', async () => {
  const id = await withResume(
    'Développeuse. I write C++, C#, Go and Node.js – and know Ismaël’s ﬁles.\nTel. 0788 748 303',
  )
  for (const search of [
    'developpeuse',
    'DÉVELOPP',
    'dev',
    'c++',
    'C#',
    'go',
    'node.js',
    'js node',
    'ismael',
    'go c++ dév',
    '0788 748 303',
    'developpeuse %',
    'write, c#',
  ]) {
    expect(await found(search), search).toEqual([id])
  }
  for (const search of ['eloppeuse', 'wri js+', 'd+', 'ism knows', 'developpeusen', '%', '"']) {
    expect(await found(search), search).toEqual([])
  }
})

test('what the application itself says is found as before, and has no hit', async () => {
  const id = await withResume('Aline Uwase, Kubernetes', {
    first_name: 'Aline',
    last_name: 'Uwase',
  })
  const [named] = (await list({ search_query: 'uwase' })).results
  expect(named).toMatchObject({ id, resume_hit: null })
  const [both] = (await list({ search_query: 'uwase kubernetes' })).results
  expect(both).toMatchObject({ id, resume_hit: { before: 'Aline Uwase, ', word: 'Kubernetes' } })
  expect((await list({})).results[0]).toMatchObject({ id, resume_hit: null })
})

test('a hit is one short line, whatever is around it', async () => {
  const id = await withResume(`${'long '.repeat(60)}\n\n  and\tKubernetes.${'x'.repeat(400)}`)
  const [{ resume_hit: hit }] = (await list({ search_query: 'kubernetes' })).results
  expect(hit.before).toMatch(/^…(long )+and $/)
  expect(hit.after).toMatch(/^\.x+…$/)
  expect((hit.before + hit.word + hit.after).length).toBeLessThan(140)
  await setText(id, 'Kubernetes')
  const [alone] = (await list({ search_query: 'kubernetes' })).results
  expect(alone.resume_hit).toEqual({ before: '', word: 'Kubernetes', after: '' })
})

test('filters, neighbours, batches and exports go by the words of resumes, and exports have no text', async () => {
  const id = await withResume('Kubernetes', { gender: 'FEMALE' })
  await withResume('Kubernetes', { gender: 'MALE' })
  await withResume('Terraform', { gender: 'FEMALE' })
  const filters = { search_query: 'kubernetes', gender: 'FEMALE' }
  expect(await found('kubernetes', { gender: 'FEMALE' })).toEqual([id])
  const place = await read(`/api/admin/applications/${id}/place/`, filters)
  expect(place).toEqual({ place: 1, total: 1 })
  const exported = await app.json('/api/admin/applications/export/?format=json', {
    method: 'POST',
    token,
    json: { filters },
  })
  expect(exported.body).toHaveLength(1)
  expect(JSON.stringify(exported.body).toLowerCase()).not.toContain('kubernetes')
  const { seen_at, total_items: seen_total } = await list(filters)
  const batch = await app.request('/api/admin/applications/batch-status/matching/', {
    method: 'PATCH',
    token,
    json: { filters, seen_at, seen_total, status: 'SHORTLISTED', notes: '' },
  })
  expect(batch.status).toBe(200)
  await batch.text()
  expect(await found('', { status: 'SHORTLISTED' })).toEqual([id])
})

test('the text goes to the trash with its application, comes back with it, and goes for good', async () => {
  const id = await withResume('Kubernetes')
  const { database } = app.services
  await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  expect(await found('kubernetes')).toEqual([])
  const restore = await app.json('/api/admin/trash/', { token })
  const entry = restore.body.results[0].id
  const { status } = await app.json(`/api/admin/trash/${entry}/restore/`, { method: 'POST', token })
  expect(status).toBe(200)
  expect(await found('kubernetes')).toEqual([id])
  await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  const again = (await app.json('/api/admin/trash/', { token })).body.results[0].id
  const admin = await app.signIn('ADMIN')
  await app.request(`/api/admin/trash/${again}/`, { method: 'DELETE', token: admin })
  expect(await database.selectFrom('resume_texts').selectAll().execute()).toEqual([])
  if (!isSqlite(database)) return
  const { rows } = await sql`select rowid from resume_texts_search('kubernetes')`.execute(database)
  expect(rows).toEqual([])
})

test('of a word that too many resumes have, the newest are listed, unless a filter names fewer', async () => {
  const elsewhere = { ...parents, cohort: await createCohort(app.services) }
  const oldest = await createApplication(app.services, elsewhere, {})
  await setText(oldest, 'Kubernetes')
  const copied = await createApplication(app.services, parents, {})
  await copyApplication(app, copied, readMax)
  const { database } = app.services
  const resumes = await database.selectFrom('applications').select('resume_id').execute()
  await database.transaction().execute(async (transaction) => {
    for (const { resume_id } of resumes.slice(-foundMax - 10)) {
      await transaction
        .insertInto('resume_texts')
        .values({ file_id: resume_id })
        .onConflict((conflict) => conflict.column('file_id').doNothing())
        .execute()
      await storeResumeText(transaction, resume_id, 'Kubernetes')
    }
  })
  expect(await list({ search_query: 'kube' })).toMatchObject({
    total_items: foundMax,
    has_more: true,
  })
  expect(await list({ search_query: 'kube', cohort_id: elsewhere.cohort })).toMatchObject({
    total_items: 1,
    has_more: false,
    results: [{ id: oldest }],
  })
})

test('nobody but recruiters reads where a word stands', async () => {
  const id = await withResume('Kubernetes')
  const path = `/api/admin/applications/${id}/resume/hit/?search_query=kubernetes`
  expect((await app.json(path)).status).toBe(401)
  const editor = await app.signIn('EDITOR')
  expect((await app.json(path, { token: editor })).status).toBe(403)
})
