import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldBatches } from '#database/batches.ts'
import {
  createApplication,
  insertManyApplications,
  type NewApplication,
} from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { undoBatch } from '#testing/events.ts'

let app: TestApp
let token: string
let colleague: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  parents = await createCohortAndStack(app, { limit: 2_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, parents, overrides)
const get = async (path: string, as = token) => (await app.json(`/api${path}`, { token: as })).body
const patch = (path: string, json: object, as = token) =>
  app.json(`/api${path}`, { method: 'PATCH', token: as, json })
const statusOf = async (id: number) => (await get(`/website/application/${id}/`)).status
const statusesOf = (ids: number[]) => Promise.all(ids.map(statusOf))

/** Sets a status of several applications. @returns the response; the clock goes on by a minute */
async function decideAll(ids: number[], status: string, more: object = {}, as = token) {
  const json = { application_ids: ids, status, ...more }
  const { body } = await patch('/admin/applications/batch-status/', json, as)
  app.advanceS(60)
  return body
}

async function decide(id: number, status: string) {
  const init = { method: 'POST', token: colleague, json: { status } }
  await app.json(`/api/website/application/${id}/change-status/`, init)
  app.advanceS(60)
}

const postUndo = (batch: number, as = token) =>
  app.json(`/api/admin/batches/${batch}/undo/`, { method: 'POST', token: as, json: {} })
const undo = (batch: number) => undoBatch(app, token, batch)

test('a row that comes again in a batch is restored to what a colleague made of it', async () => {
  const ids = [await create(), await create()]
  const [id = 0] = ids
  const { batch } = await decideAll(ids, 'REVIEWING')
  await decide(id, 'SHORTLISTED')
  expect((await decideAll([id], 'REVIEWING', { batch })).succeeded).toEqual([id])
  expect(await get(`/admin/batches/${batch}/`)).toMatchObject({
    changed: 2,
    from_counts: { PENDING: 1, SHORTLISTED: 1 },
  })
  await undo(batch)
  expect(await statusesOf(ids)).toEqual(['SHORTLISTED', 'PENDING'])
})

test('a batch is undone to every former status, and the histories say so', async () => {
  const ids = [await create(), await create({ status: 'REVIEWING' })]
  const { batch } = await decideAll(ids, 'SHORTLISTED')
  expect(await undo(batch)).toEqual([
    { total: 2, succeeded: 2, failed_count: 0, failed: [], batch },
  ])
  expect(await statusesOf(ids)).toEqual(['PENDING', 'REVIEWING'])
  const { history } = await get(`/website/application/${ids[1]}/`)
  expect(history[0]).toMatchObject({
    from_status: 'SHORTLISTED',
    to_status: 'REVIEWING',
    notes: 'Change undone',
    by: 'Diane Keza',
  })
})

test('what has changed since is left as it is, and named with who and what', async () => {
  const ids = [await create(), await create(), await create(), await create()]
  const [, rejected, returned, deleted] = ids as [number, number, number, number]
  const { batch } = await decideAll(ids, 'SHORTLISTED')
  await decide(rejected, 'REJECTED')
  await decide(returned, 'ACCEPTED')
  await decide(returned, 'SHORTLISTED')
  await app.json(`/api/admin/applications/${deleted}/`, { method: 'DELETE', token })
  const [progress] = await undo(batch)
  expect(progress).toMatchObject({ total: 4, succeeded: 1, failed_count: 3 })
  const details = new Map(progress?.failed.map(({ id, detail }) => [id, detail]))
  expect(details.get(rejected)).toMatch(/^Eric Mugisha .* from SHORTLISTED to REJECTED at /)
  expect(details.get(returned)).toMatch(/^Eric Mugisha .* from ACCEPTED to SHORTLISTED at /)
  expect(details.get(deleted)).toBe('This application was not found. It may have been deleted.')
  expect(await statusesOf([rejected, returned])).toEqual(['REJECTED', 'SHORTLISTED'])
})

test('a row that has no spot any more is left, and undone later', async () => {
  const cohort = await createCohort(app.services, { limit: 1 })
  const one = await create({ cohort })
  const { batch } = await decideAll([one], 'REJECTED')
  const other = await create({ cohort })
  expect((await undo(batch))[0]?.failed[0]?.detail).toMatch(/^The cohort is full/)
  await decide(other, 'REJECTED')
  expect((await undo(batch))[0]).toMatchObject({ succeeded: 1, failed: [] })
  expect(await statusOf(one)).toBe('PENDING')
})

test('rows sent in parts are one batch', async () => {
  const ids = [await create(), await create({ status: 'REVIEWING' })]
  const { batch } = await decideAll(ids.slice(0, 1), 'REJECTED')
  expect(await decideAll(ids.slice(1), 'REJECTED', { batch })).toMatchObject({ batch })
  expect(await get(`/admin/batches/${batch}/`)).toMatchObject({
    target: 'application',
    to_status: 'REJECTED',
    changed: 2,
    undone: 0,
    from_counts: { PENDING: 1, REVIEWING: 1 },
    by: 'Diane Keza',
    undone_by: '',
  })
})

test("a batch does not go on with another status, another's batch, or one that is undone", async () => {
  const [one, two] = [await create(), await create()]
  const { batch } = await decideAll([one], 'REJECTED')
  for (const [status, as] of [
    ['ACCEPTED', token],
    ['REJECTED', colleague],
  ] as const) {
    const more = { batch }
    expect(await decideAll([two], status, more, as)).toEqual({
      detail: 'This batch was not found. It may have been deleted.',
    })
  }
  await undo(batch)
  expect(await decideAll([two], 'REJECTED', { batch })).toHaveProperty('detail')
  expect(await statusOf(two)).toBe('PENDING')
})

/** Rejects so many applications by a filter. @returns the batch */
async function rejectMany(count: number): Promise<number> {
  await insertManyApplications(app.services, parents, count)
  app.advanceS(1)
  const { seen_at, total_items: seen_total } = await get('/website/application/')
  app.advanceS(60)
  const json = { filters: {}, seen_at, seen_total, status: 'REJECTED' }
  const { body } = await patch('/admin/applications/batch-status/matching/', json)
  const [{ batch }] = [...body.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data))
  app.advanceS(60)
  return batch
}

test('who is disabled while they undo a batch restores no more of it, and a colleague does the rest', async () => {
  const batch = await rejectMany(2_000)
  const { body } = await app.request(`/api/admin/batches/${batch}/undo/`, {
    method: 'POST',
    token,
    json: {},
  })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: app.services.now().toISOString() })
    .where('name', '=', 'Diane Keza')
    .execute()
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    rest += part.value
  }
  expect(rest).toContain('Your session has ended, so the rest stays as it was.')
  const { undone, undone_by } = await get(`/admin/batches/${batch}/`, colleague)
  expect(undone).toBeLessThan(2_000)
  expect(undone_by).toBe('Diane Keza')
  await postUndo(batch, colleague)
  expect((await get(`/admin/batches/${batch}/`, colleague)).undone).toBe(2_000)
})

test('a batch on a filter is one batch, and undone in parts', async () => {
  const batch = await rejectMany(700)
  expect((await undo(batch)).map(({ succeeded }) => succeeded)).toEqual([500, 700])
  const { total_items } = await get('/website/application/?status=PENDING')
  expect(total_items).toBe(700)
})

test('what stays as it was is no part of a batch, and nothing is no batch', async () => {
  const [one, two] = [await create(), await create({ status: 'ACCEPTED' })]
  const { batch } = await decideAll([one, two], 'ACCEPTED', { notes: 'Welcome' })
  const { results } = await get(`/admin/batches/${batch}/changes/`)
  expect(results).toEqual([
    { id: one, name: 'Aline Uwase', from_status: 'PENDING', is_undone: false },
  ])
  expect(await decideAll([one], 'ACCEPTED')).toMatchObject({ batch: null })
  expect((await get('/admin/batches/')).total_items).toBe(1)
})

test('a batch is undone once', async () => {
  const one = await create()
  const { batch } = await decideAll([one], 'ACCEPTED')
  await undo(batch)
  expect(await postUndo(batch, colleague)).toMatchObject({
    status: 409,
    body: { detail: 'Diane Keza has undone this already.' },
  })
  expect((await get(`/admin/batches/${batch}/changes/`)).results[0].is_undone).toBe(true)
})

test('a batch that two undo at once is undone once', async () => {
  const ids = [await create(), await create(), await create()]
  const { batch } = await decideAll(ids, 'ACCEPTED')
  await Promise.all([postUndo(batch), postUndo(batch, colleague)])
  expect(await get(`/admin/batches/${batch}/`)).toMatchObject({ changed: 3, undone: 3 })
  const { history } = await get(`/website/application/${ids[0]}/`)
  expect(history).toHaveLength(3)
})

test('a batch can be undone for 24 hours', async () => {
  const one = await create()
  const { batch } = await decideAll([one], 'ACCEPTED')
  app.advanceS(24 * 60 * 60)
  const admin = await app.signIn('RECRUITER')
  const { status, body } = await postUndo(batch, admin)
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/^This could be undone until/)])
})

test('editors do not see batches on applicants, nor undo them', async () => {
  const one = await create()
  const { batch } = await decideAll([one], 'ACCEPTED')
  const editor = await app.signIn('EDITOR')
  expect((await get('/admin/batches/', editor)).results).toEqual([])
  expect(await get(`/admin/batches/${batch}/`, editor)).toHaveProperty('detail')
  expect(await get(`/admin/batches/${batch}/changes/`, editor)).toHaveProperty('detail')
  expect((await postUndo(batch, editor)).status).toBe(404)
  expect(await statusOf(one)).toBe('ACCEPTED')
})

test('batches are listed, the newest first, by kind', async () => {
  const one = await create()
  const { batch } = await decideAll([one], 'ACCEPTED')
  const talent = await createTalent(app.services)
  const json = { talent_ids: [talent], status: 'PLACED' }
  const { body } = await patch('/admin/talents/batch-status/', json)
  const idsOf = async (query: string) =>
    (await get(`/admin/batches/${query}`)).results.map(({ id }: { id: number }) => id)
  expect(await idsOf('')).toEqual([body.batch, batch])
  expect(await idsOf('?target=application')).toEqual([batch])
  expect(await get('/admin/batches/?target=comets')).toHaveProperty('target')
})

test('an undone batch leaves a line of the audit log, and batches are kept for 30 days', async () => {
  const one = await create()
  const { batch } = await decideAll([one], 'ACCEPTED')
  await undo(batch)
  const line = (await auditLines(app)).at(-1)
  expect(line?.details).toEqual({ action: 'undo', batch, ids: [one] })
  const leftAfterDays = async (days: number) => {
    app.advanceS(days * 24 * 60 * 60)
    await removeOldBatches(app.services)
    const changes = app.services.database.selectFrom('batch_changes').select('batch_id')
    return (await changes.execute()).length
  }
  expect([await leftAfterDays(29), await leftAfterDays(2)]).toEqual([1, 0])
})
