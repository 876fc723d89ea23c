import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createApplication,
  insertManyApplications,
  type NewApplication,
} from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
let token: string
let target: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  target = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, target, overrides)
const exportAs = (format: string, body: unknown) =>
  app.request(`/api/admin/applications/export/?format=${format}`, {
    method: 'POST',
    token,
    json: body,
  })

test('the filters stand in the body, with or without `filters` around them, and unknown ones are refused', async () => {
  await create({ first_name: 'Aline', gender: 'FEMALE' })
  await create({ first_name: 'Eric', gender: 'MALE' })
  const namesOf = async (body: unknown) =>
    ((await (await exportAs('json', body)).json()) as { first_name: string }[]).map(
      ({ first_name }) => first_name,
    )
  expect(await namesOf({ filters: { gender: 'MALE' } })).toEqual(['Eric'])
  expect(await namesOf({ gender: 'MALE' })).toEqual(['Eric'])
  expect(await namesOf({ gender: '', ordering: 'created_at' })).toHaveLength(2)
  expect(await namesOf({})).toHaveLength(2)
  for (const body of [{ sex: 'MALE' }, { filters: { sex: 'MALE' } }]) {
    const response = await exportAs('json', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ filters: ['There is no filter sex'] })
  }
  expect((await exportAs('json', { filters: {}, gender: 'MALE' })).status).toBe(400)
})

test('a CSV has exactly the filtered rows with all columns, and runs no formula', async () => {
  await create({
    first_name: '=HYPERLINK("http://evil.example")',
    description: 'Two\nlines, "quoted"',
  })
  await create({ first_name: 'Hidden', gender: 'MALE' })
  const response = await exportAs('csv', { filters: { gender: 'FEMALE' } })
  expect(response.headers.get('content-disposition')).toContain('applications-2026-03-02.csv')
  const text = await response.text()
  expect(text).toMatch(/^\ufeff?id,status,first_name,last_name,email,/)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain("'+250788123456")
  expect(text).toContain('"Two\nlines, ""quoted"""')
  expect(text).not.toContain('Hidden')
})

test('a CSV runs no formula where a program splits cells at semicolons or tabs', async () => {
  await create({ description: 'Hi;=1+1\t@SUM(A1)\n-2; +3;a=b;＝4 well-known;' })
  const text = await (await exportAs('csv', {})).text()
  expect(text).toContain(`"Hi;'=1+1\t'@SUM(A1)\n'-2; '+3;a=b;'＝4 well-known;"`)
})

test('an XLSX and a JSON export have the filtered rows', async () => {
  await create({ first_name: 'A <b> & "c"' })
  const parts = unzipSync(new Uint8Array(await (await exportAs('xlsx', {})).arrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<row>/g)).toHaveLength(2)
  expect(sheet).toContain('A &lt;b&gt; &amp; "c"')
  const rows = await (await exportAs('json', { filters: { status: 'PENDING' } })).json()
  expect(rows).toMatchObject([
    { first_name: 'A <b> & "c"', phone_number: '+250788123456', cohort_name: 'Kigali Cohort' },
  ])
  expect(await (await exportAs('json', { filters: { status: 'REJECTED' } })).json()).toEqual([])
})

test('the audit log has who exported which list, but not the search text', async () => {
  await exportAs('json', { filters: { status: 'PENDING', search_query: 'aline@example.rw' } })
  const line = await app.services.database
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'exported')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ actor_id: expect.any(Number), target: 'applications' })
  expect(JSON.parse(line.details)).toEqual({
    format: 'json',
    filters: { status: 'PENDING', is_searched: true },
  })
  expect(JSON.stringify(line)).not.toContain('aline')
})

test('an export of several batches has every row once, in order', async () => {
  await insertManyApplications(app.services, target, 1203)
  const rows = await (await exportAs('json', { ordering: 'created_at' })).json()
  expect(new Set(rows.map((row: { id: number }) => row.id)).size).toBe(1203)
}, 60_000)
