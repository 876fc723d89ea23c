import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumePdf } from '#platform/documents/resume-pdf.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { countFiles } from '#testing/sending-files.ts'

let app: TestApp
let token: string
let ids: number[]
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  ids = []
  const talents = [
    { first_name: 'Zoé', last_name: 'Uwera', skills: ['React', 'Node.js'], years: 9 },
    { first_name: 'Aline', last_name: 'Mutesi', skills: ['react'], level: 'SENIOR', years: 2 },
    { first_name: 'Éric', last_name: "N'Diaye", skills: ['French'], availability: 'NOW', years: 5 },
  ] as const
  for (const { skills, ...talent } of talents) {
    app.advanceS(60)
    ids.push(await createTalent(app.services, { ...talent, skills: [...skills] }))
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const get = (path: string) => app.json(`/api/admin/talents/${path}`, { token })
const names = async (query: string) =>
  (await get(`?${query}`)).body.results.map((row: { first_name: string }) => row.first_name)

test('the list is paged, the newest first, and a page past the end is empty', async () => {
  expect((await get('?page_size=2')).body).toMatchObject({ total_items: 3, total_pages: 2 })
  expect(await names('page_size=2')).toEqual(['Éric', 'Aline'])
  expect(await names('page_size=2&page=2')).toEqual(['Zoé'])
  expect((await get('?page=9')).body).toMatchObject({
    results: [],
    total_items: 3,
    current_page: 9,
  })
})

test.each([
  ['skill=REACT', ['Aline', 'Zoé']],
  ['skill=reac', []],
  ['level=senior', ['Aline']],
  ['availability=NOW', ['Éric']],
  ['status=ARCHIVED', []],
  ['status=NEW&skill=french', ['Éric']],
  ["search=eric%20n'diaye", ['Éric']],
  ['search=node.js', ['Zoé']],
  ['search=%25', []],
  ['search=&skill=&level=', ['Éric', 'Aline', 'Zoé']],
  ['ordering=name', ['Aline', 'Éric', 'Zoé']],
  ['ordering=-years', ['Zoé', 'Éric', 'Aline']],
  ['ordering=created_at', ['Zoé', 'Aline', 'Éric']],
])('%s lists %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected)
})

test.each(['status=WRONG', 'level=BOSS', 'availability=x', 'page=0', 'ordering=email'])(
  '%s is refused by field',
  async (query) => {
    const { status, body } = await get(`?${query}`)
    expect([status, Object.keys(body)]).toEqual([400, [query.split('=')[0]]])
  },
)

test('skills are counted ignoring case, the most frequent first', async () => {
  expect(
    (await get('skills/')).body.results.map((one: { talents: number }) => one.talents),
  ).toEqual([2, 1, 1])
})

test('a status can be changed, and an unknown one is refused', async () => {
  const change = (status: unknown) =>
    app.json(`/api/admin/talents/${ids[0]}/status/`, { method: 'PATCH', token, json: { status } })
  expect(await change('contacted')).toMatchObject({ status: 200, body: { status: 'CONTACTED' } })
  expect(await names('status=CONTACTED')).toEqual(['Zoé'])
  for (const wrong of ['HIRED', '', null, undefined]) {
    expect(await change(wrong)).toMatchObject({
      status: 400,
      body: { status: ['Please choose a status'] },
    })
  }
})

test('a resume is downloaded unchanged, never rendered by browsers', async () => {
  const response = await app.request(`/api/admin/talents/${ids[1]}/resume/`, { token })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="aline-mutesi-resume.pdf"/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const expected = resumePdf(['Aline Mutesi', 'Customer support specialist', 'Kigali, Rwanda'])
  expect(bytes.equals(expected)).toBe(true)
})

test('deleting removes the talent, the skills and the file; a deleted talent is not found', async () => {
  const id = await createTalent(app.services, { skills: ['Falconry'] })
  const before = await countFiles(app)
  const remove = () => app.json(`/api/admin/talents/${id}/`, { method: 'DELETE', token })
  expect((await remove()).status).toBe(204)
  const after = await countFiles(app)
  expect([after.stored, after.rows]).toEqual([before.stored - 1, before.rows - 1])
  expect(JSON.stringify((await get('skills/')).body)).not.toContain('Falconry')
  const statuses = [remove(), get(`${id}/`), get(`${id}/resume/`)].map(
    async (call) => (await call).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 404])
})
