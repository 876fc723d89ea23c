import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createApplication,
  insertManyApplications,
  type NewApplication,
} from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { sheetOf } from '#testing/downloads.ts'

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
  for (const body of [
    [],
    [{ gender: 'MALE' }],
    { filters: [] },
    { filters: [{ gender: 'MALE' }] },
  ]) {
    const response = await exportAs('json', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ filters: ['Please give the fields of an object'] })
  }
})

test('a CSV has exactly the filtered rows with all columns, and runs no formula', async () => {
  await create({
    first_name: '=HYPERLINK("http://evil.example")',
    description: 'Two\nlines, "quoted"',
  })
  await create({ first_name: 'Hidden', gender: 'MALE' })
  const response = await exportAs('csv', { filters: { gender: 'FEMALE' } })
  expect(response.headers.get('content-disposition')).toContain(
    'applications-female-2026-03-02.csv',
  )
  const text = await response.text()
  expect(text).toMatch(/^\ufeff?No\.,Status,First name,Last name,Email,/)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain("'+250788123456")
  expect(text).toContain('"Two\nlines, ""quoted"""')
  expect(text).not.toContain('Hidden')
})

test('a CSV runs no formula where a program splits cells at semicolons or tabs', async () => {
  await create({ description: 'Hi;=1+1\t@SUM(A1)\n-2;     +3;a=b;＝4 well-known;' })
  await create({ description: 'Hi;"=HYPERLINK(A1)\n "" -2; "a=b"' })
  const text = await (await exportAs('csv', {})).text()
  expect(text).toContain(`"Hi;'=1+1\t'@SUM(A1)\n'-2;     '+3;a=b;'＝4 well-known;"`)
  expect(text).toContain(`"Hi;""'=HYPERLINK(A1)\n """" '-2; ""a=b"""`)
})

test('an XLSX and a JSON export have the filtered rows', async () => {
  await create({ first_name: 'A <b> & "c"' })
  const sheet = await sheetOf(await exportAs('xlsx', {}))
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
    filters: { status: ['PENDING'], is_searched: true },
  })
  expect(JSON.stringify(line)).not.toContain('aline')
})

test('an export of several batches has every row once, in order', async () => {
  await insertManyApplications(app.services, target, 1203)
  const rows = await (await exportAs('json', { ordering: 'created_at' })).json()
  const ids: number[] = rows.map((row: { id: number }) => row.id)
  expect(ids).toHaveLength(1203)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
})

test('a workbook has headings, real dates in Kigali time, widths, a frozen head and filters', async () => {
  await create({ created_at: '2026-03-01T23:30:00.000Z' })
  const sheet = await sheetOf(await exportAs('xlsx', {}))
  expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">First name</t>')
  expect(sheet).toContain('<pane ySplit="1"')
  expect(sheet).toContain('<autoFilter ref="A1:AA2"/>')
  expect(sheet.match(/<col /g)).toHaveLength(27)
  // 1:30 on 2 March 2026, and 17 May 2001.
  expect(sheet).toContain('<c s="3"><v>46083.0625</v></c>')
  expect(sheet).toContain('<c s="2"><v>37028</v></c>')
  expect(sheet).toContain('<t xml:space="preserve">1200170012345678</t>')
})

test('a CSV keeps long numbers and leading zeros as they are, and says what is in it', async () => {
  await create({ phone_number: '0788123456', status: 'ACCEPTED' })
  const filters = {
    cohort_id: [target.cohort],
    status: ['ACCEPTED', 'REJECTED'],
    search_query: 'a',
  }
  const response = await exportAs('csv', { filters })
  expect(response.headers.get('content-disposition')).toContain(
    'filename="applications-accepted-rejected-kigali-cohort-searched-2026-03-02.csv"',
  )
  const text = await response.text()
  expect(text).toContain(",'0788123456,")
  expect(text).toContain(",'1200170012345678,Female,")
})

test('an export in the order of scores is named after what was asked for, also where it has none', async () => {
  await create()
  for (const [filters, name] of [
    [{}, 'applications-scored'],
    [{ is_scored: false }, 'applications-not-scored'],
  ] as const) {
    const response = await exportAs('json', { filters, ordering: '-score' })
    expect(response.headers.get('content-disposition')).toContain(`"${name}-2026-03-02.json"`)
    expect(await response.json()).toEqual([])
  }
})

test('an export has the accepted women of two cohorts', async () => {
  const other = await createCohort(app.services)
  const third = await createCohort(app.services)
  const accepted = { status: 'ACCEPTED' } as const
  const [one, two] = [await create(accepted), await create({ ...accepted, cohort: other })]
  await create({ ...accepted, cohort: third })
  await create({ ...accepted, gender: 'MALE' })
  await create({ cohort: other })
  const cohorts = [target.cohort, other]
  for (const cohort_id of [cohorts, cohorts.join()]) {
    const filters = { status: ['ACCEPTED'], gender: 'FEMALE', cohort_id }
    const rows = await (await exportAs('json', { filters, ordering: 'created_at' })).json()
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([one, two])
  }
  const query = `status=ACCEPTED&gender=FEMALE&cohort_id=${cohorts}`
  const list = (path: string) => app.json(`/api/website/application/?${path}`, { token })
  expect((await list(query)).body.total_items).toBe(2)
  expect((await list('status[0]=ACCEPTED&status[1]=PENDING')).body.total_items).toBe(5)
  expect((await list('status=ACCEPTED,WRONG')).body).toHaveProperty('status')
})
