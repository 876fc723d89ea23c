import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeResumeText } from '#database/resume-index.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createUser } from '#seed/factories/accounts.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { resumePdf } from '#seed/resume-pdf.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { countFiles } from '#testing/sending-files.ts'
import { countStatements } from '#testing/statements.ts'
import { changeTalentStatuses } from './talent-batches.ts'

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
    {
      first_name: 'Éric',
      last_name: "N'Diaye",
      skills: ['French'],
      availability: 'NOW',
      years: 5,
      phone_number: '+250789923545',
    },
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
  ['search=789-923+545', ['Éric']],
  ['search=%280789%29+923.545', ['Éric']],
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

test('the history tells every change with who, when and why, batches and undoing included', async () => {
  const talent = await createTalent(app.services)
  const diane = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  const patch = (path: string, json: object) =>
    app.json(`/api/admin/talents/${path}/`, { method: 'PATCH', token: diane, json })
  const change = (json: object) => patch(`${talent}/status`, json)
  app.advanceS(60)
  await change({ status: 'CONTACTED', notes: " Asked for N'Diaye's\nnumber " })
  app.advanceS(60)
  await change({ status: 'CONTACTED' })
  await change({ status: 'CONTACTED', notes: 'Called again' })
  app.advanceS(60)
  const { body } = await patch('batch-status', {
    talent_ids: [talent],
    status: 'PLACED',
    notes: 'At a bank',
  })
  app.advanceS(60)
  await app.json(`/api/admin/batches/${body.batch}/undo/`, { method: 'POST', token: diane })

  const { history } = (await get(`${talent}/`)).body
  const by = 'Diane Keza'
  expect(history).toMatchObject([
    { from_status: null, to_status: 'NEW', notes: '', by: '' },
    { from_status: 'NEW', to_status: 'CONTACTED', notes: "Asked for N'Diaye's\nnumber", by },
    { from_status: 'CONTACTED', to_status: 'CONTACTED', notes: 'Called again', by },
    { from_status: 'CONTACTED', to_status: 'PLACED', notes: 'At a bank', by },
    { from_status: 'PLACED', to_status: 'CONTACTED', notes: 'Change undone', by },
  ])
  const times = history.map((line: { created_at: string }) => line.created_at)
  expect(times).toEqual(times.toSorted())
})

test('a refused change leaves no line in the history', async () => {
  const talent = await createTalent(app.services)
  const change = (json: object) =>
    app.json(`/api/admin/talents/${talent}/status/`, { method: 'PATCH', token, json })
  const stale = { status: 'PLACED', expected_updated_at: '2020-01-01T00:00:00.000Z' }
  expect((await change(stale)).status).toBe(409)
  const long = await change({ status: 'PLACED', notes: 'x'.repeat(2_001) })
  expect([long.status, long.body]).toEqual([400, { notes: ['At most 2000 characters'] }])
  expect((await get(`${talent}/`)).body.history).toHaveLength(1)
  await app.json(`/api/admin/talents/${talent}/`, { method: 'DELETE', token })
  const left = await app.services.database
    .selectFrom('talent_history')
    .select('id')
    .where('talent_id', '=', talent)
    .execute()
  expect(left).toEqual([])
})

test('a note alone names its writer to whoever saw the talent before, and is audited', async () => {
  const diane = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  const patch = (path: string, json: object) =>
    app.json(`/api/admin/talents/${path}/`, { method: 'PATCH', token: diane, json })
  for (const isBatch of [false, true]) {
    const talent = await createTalent(app.services)
    const { updated_at } = (await get(`${talent}/`)).body
    app.advanceS(60)
    const note = { status: 'NEW', notes: 'Called' }
    if (isBatch) await patch('batch-status', { talent_ids: [talent], ...note })
    else await patch(`${talent}/status`, note)
    const json = { status: 'PLACED', expected_updated_at: updated_at }
    const { status, body } = await patch(`${talent}/status`, json)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('by Diane Keza (notes)')])
    expect((await auditLines(app)).at(-1)?.details).toEqual(
      isBatch ? { action: 'status', status: 'NEW', ids: [talent] } : { has_notes: true },
    )
  }
})

test('a status that a talent has already changes nothing, the version included', async () => {
  const talent = await createTalent(app.services)
  const { updated_at } = (await get(`${talent}/`)).body
  const lines = app.services.database.selectFrom('audit_log').select('id')
  const before = (await lines.execute()).length
  app.advanceS(60)
  const init = { method: 'PATCH', token, json: { status: 'NEW' } }
  const { status, body } = await app.json(`/api/admin/talents/${talent}/status/`, init)
  expect([status, body.updated_at]).toEqual([200, updated_at])
  expect(await lines.execute()).toHaveLength(before)
})

test('a batch on talents is changed by a few statements, however many they are', async () => {
  const many: number[] = []
  for (let count = 0; count < 60; count += 1) many.push(await createTalent(app.services))
  const { counted, statements } = countStatements(app.services.database)
  const viewer = await createUser(app.services, { role: 'RECRUITER' })
  const context = {
    ...app.services,
    viewer,
    clientIp: '192.0.2.1',
    database: counted,
  } as unknown as RequestContext
  const wanted = { talent_ids: many, status: 'CONTACTED', notes: '', batch: null } as const
  const { succeeded, batch } = await changeTalentStatuses(context, wanted)
  expect([succeeded, batch]).toEqual([many, expect.any(Number)])
  expect(statements()).toBeLessThan(12)
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

test('deleting removes the talent and the skills; a deleted talent is not found, and the file waits in the trash', async () => {
  const id = await createTalent(app.services, { skills: ['Falconry'] })
  const before = await countFiles(app)
  const remove = () => app.json(`/api/admin/talents/${id}/`, { method: 'DELETE', token })
  expect((await remove()).status).toBe(204)
  const after = await countFiles(app)
  expect([after.stored, after.rows]).toEqual([before.stored, before.rows])
  expect(JSON.stringify((await get('skills/')).body)).not.toContain('Falconry')
  const statuses = [remove(), get(`${id}/`), get(`${id}/resume/`)].map(
    async (call) => (await call).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 404])
})

test('a word of a resume finds its talent, and the list shows where it stands', async () => {
  const { database } = app.services
  const id = await createTalent(app.services, { first_name: 'Searched' })
  const { resume_id } = await database
    .selectFrom('talents')
    .select('resume_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await storeResumeText(database, resume_id, 'I ran Zabbix for a bank.')
  const { body } = await get('?search=ZABB')
  expect(body.results).toMatchObject([
    { id, resume_hit: { before: 'I ran ', word: 'Zabbix', after: ' for a bank.' } },
  ])
  expect((await get('?search=zabbixes')).body.results).toEqual([])
})
