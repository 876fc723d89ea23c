import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { readEvents } from '#testing/events.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const get = async (path: string, as = token) =>
  (await app.json(`/api/admin/talents/${path}`, { token: as })).body
const idsOf = async (query: string) =>
  (await get(`?${query}`)).results.map(({ id }: { id: number }) => id)
const see = async (filters: Record<string, string[]> = {}) => {
  const { total_items, seen_at } = await get(`?${new URLSearchParams(toQuery(filters))}`)
  return { filters, seen_at, seen_total: total_items }
}
const toQuery = (filters: Record<string, string[]>) =>
  Object.entries(filters).map(([name, values]) => [name, values.join(',')])
const path = '/api/admin/talents/batch-status/matching/'
const matching = (json: object, as = token) =>
  readEvents(app, path, { method: 'PATCH', token: as, json: { status: 'CONTACTED', ...json } })
const change = (id: number, status: string, as = token) =>
  app.json(`/api/admin/talents/${id}/status/`, { method: 'PATCH', token: as, json: { status } })

test('filters take several values, and of several skills one is enough', async () => {
  const one = await createTalent(app.services, { level: 'SENIOR', skills: ['React'] })
  app.advanceS(1)
  const two = await createTalent(app.services, { level: 'MID', skills: ['Go'] })
  app.advanceS(1)
  const three = await createTalent(app.services, { level: 'JUNIOR', skills: ['Rust', 'Go'] })
  await change(three, 'PLACED')
  expect(await idsOf('level=SENIOR,MID')).toEqual([two, one])
  expect(await idsOf('skill=react,rust')).toEqual([three, one])
  expect(await idsOf('status=NEW,PLACED&skill=go')).toEqual([three, two])
  expect(await get(`${two}/neighbours/?level=SENIOR,MID`)).toEqual({ previous: null, next: one })
  expect(await get(`${two}/neighbours/`)).toEqual({ previous: three, next: one })
  expect((await app.json('/api/admin/talents/999/neighbours/', { token })).status).toBe(404)
})

test('all that match are changed as they were seen, none that came later, and undone', async () => {
  const [one, two, placed] = [
    await createTalent(app.services),
    await createTalent(app.services),
    await createTalent(app.services),
  ]
  await change(placed, 'PLACED')
  app.advanceS(60)
  const seen = await see({ status: ['NEW'] })
  app.advanceS(60)
  const later = await createTalent(app.services)
  // It matched when it was seen, so that it fails instead of being left out.
  await change(two, 'ARCHIVED')
  const { events } = await matching({ ...seen, notes: 'Called.' })
  const last = events.at(-1)
  expect(last).toMatchObject({ succeeded: 1, failed_count: 1, failed: [{ id: two }] })
  expect(last.failed[0].detail).toContain('by Diane Keza (status)')
  expect(await idsOf('status=CONTACTED')).toEqual([one])
  expect(await idsOf('status=NEW')).toEqual([later])
  expect((await auditLines(app)).at(-1)).toMatchObject({
    action: 'batch',
    target: 'talent',
    details: { action: 'status', status: 'CONTACTED', succeeded: 1, failed: 1 },
  })
  const undo = `/api/admin/batches/${last.batch}/undo/`
  expect((await readEvents(app, undo, { method: 'POST', token, json: {} })).status).toBe(200)
  expect(await idsOf('status=CONTACTED')).toEqual([])
})

test('what a colleague was changing while the list was read fails by name, one’s own change does not', async () => {
  const [changed, own] = [await createTalent(app.services), await createTalent(app.services)]
  await createTalent(app.services)
  app.advanceS(60)
  const seen = await see()
  const colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  await change(changed, 'PLACED', colleague)
  await change(own, 'ARCHIVED')
  app.advanceS(0.4)
  const last = (await matching({ ...seen, seen_at: app.services.now() })).events.at(-1)
  expect(last).toMatchObject({ total: 3, succeeded: 2, failed: [{ id: changed }] })
  expect(last.failed[0].detail).toContain('by Eric Mugisha (status)')
  expect(await idsOf('status=PLACED')).toEqual([changed])
})

test('what a colleague of the same name was changing while the list was read fails, too', async () => {
  const id = await createTalent(app.services)
  app.advanceS(60)
  const seen = await see()
  await change(id, 'PLACED', await app.signIn('RECRUITER', { name: 'Diane Keza' }))
  app.advanceS(0.4)
  const last = (await matching({ ...seen, seen_at: app.services.now() })).events.at(-1)
  expect(last).toMatchObject({ succeeded: 0, failed: [{ id }] })
  expect(await idsOf('status=PLACED')).toEqual([id])
})

test('who has come back from the trash since the list was read is left alone', async () => {
  const [late, gone] = [await createTalent(app.services), await createTalent(app.services)]
  const stayed = await createTalent(app.services)
  const send = (method: string, url: string) => app.json(url, { method, token, json: {} })
  await send('DELETE', `/api/admin/talents/${late}/`)
  const seen = await see()
  app.advanceS(60)
  const { results } = (await app.json('/api/admin/trash/', { token })).body
  await send('POST', `/api/admin/trash/${results[0].id}/restore/`)
  await send('DELETE', `/api/admin/talents/${gone}/`)
  const { events } = await matching(seen)
  expect(events.at(-1)).toMatchObject({ total: 1, succeeded: 1 })
  expect(await idsOf('status=CONTACTED')).toEqual([stayed])
})

test('nothing is changed when more match than the user saw, or a field is invalid', async () => {
  const id = await createTalent(app.services)
  await createTalent(app.services)
  const seen = await see()
  expect((await matching({ ...seen, seen_total: 1 })).status).toBe(409)
  for (const [wrong, field] of [
    [{ status: 'ODD' }, 'status'],
    [{ filters: { level: ['BOSS'] } }, 'filters'],
    [{ seen_at: 'yesterday' }, 'seen_at'],
    [{ seen_total: 0 }, 'seen_total'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ] as const) {
    const { status, body } = await matching({ ...seen, ...wrong })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  }
  expect((await matching(seen, await app.signIn('EDITOR'))).status).toBe(403)
  expect(await idsOf('status=NEW')).toContain(id)
})

test('an export has exactly the filtered talents, and is audited without the search', async () => {
  await createTalent(app.services, { first_name: '=1+1', level: 'SENIOR', skills: ['Go', 'SQL'] })
  await createTalent(app.services, { first_name: 'Other', level: 'JUNIOR' })
  const send = (format: string, json: object, as = token) =>
    app.request(`/api/admin/talents/export/?format=${format}`, { method: 'POST', token: as, json })
  const csv = await send('csv', { filters: { level: ['SENIOR'], search: 'uwase' } })
  expect(csv.headers.get('content-disposition')).toContain('talents-2026-03-02.csv')
  const text = await csv.text()
  expect(text).toContain("'=1+1")
  expect(text).toContain('"Go, SQL"')
  expect(text).not.toContain('Other')
  const rows = (await (await send('json', { ordering: 'created_at' })).json()) as object[]
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ first_name: '=1+1', skills: ['Go', 'SQL'] })
  expect((await send('xlsx', {})).headers.get('content-type')).toContain('spreadsheet')
  expect((await send('csv', { filters: { sex: 'MALE' } })).status).toBe(400)
  expect((await send('csv', {}, await app.signIn('EDITOR'))).status).toBe(403)
  const [line] = await auditLines(app)
  expect(line).toMatchObject({
    action: 'exported',
    target: 'talents',
    details: { format: 'csv', filters: { level: ['SENIOR'], is_searched: true } },
  })
  expect(JSON.stringify(await auditLines(app))).not.toContain('uwase')
})
