import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let colleague: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Diane Keza' })
  colleague = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
})
afterEach(() => app[Symbol.asyncDispose]())

const pending = () => createTestimonial(app.services, { status: 'PENDING' })

async function staffRow(id: number) {
  const { body } = await app.json('/api/website/testimonies/?status=all', { token })
  return body.results.find((row: { id: number }) => row.id === id)
}
const patch = (path: string, json: object, as = token) =>
  app.json(`/api/${path}/`, { method: 'PATCH', token: as, json })
const change = (ids: number[], action: string, more: object = {}) =>
  patch('admin/testimonials/batch', { testimonial_ids: ids, action, ...more })
const undo = (batch: number, as = token) =>
  app.json(`/api/admin/batches/${batch}/undo/`, { method: 'POST', token: as, json: {} })

test('a batch is undone to every former status', async () => {
  const ids = [await pending(), await createTestimonial(app.services)]
  const { body } = await change(ids, 'reject')
  expect(body).toMatchObject({ succeeded: ids, failed: [], batch: expect.any(Number) })
  app.advanceS(60)
  expect((await undo(body.batch)).status).toBe(200)
  const states = await Promise.all(ids.map(async (id) => (await staffRow(id)).status))
  expect(states).toEqual(['PENDING', 'APPROVED'])
  const again = await undo(body.batch)
  expect([again.status, again.body.detail]).toEqual([409, 'Diane Keza has undone this already.'])
})

test('a batch that hides is undone, and those that were hidden before stay so', async () => {
  const [shown, hidden] = [await createTestimonial(app.services), await pending()]
  await patch(`admin/testimonials/${hidden}/toggle-visibility`, {})
  const { body } = await change([shown, hidden], 'hide')
  expect(body.succeeded).toEqual([shown, hidden])
  const { body: batch } = await app.json(`/api/admin/batches/${body.batch}/`, { token })
  expect(batch).toMatchObject({ to_status: 'HIDDEN', from_counts: { SHOWN: 1 }, changed: 1 })
  await undo(body.batch)
  expect([(await staffRow(shown)).visibility, (await staffRow(hidden)).visibility]).toEqual([
    true,
    false,
  ])
})

test('a batch leaves what a colleague has changed since, and says who and what', async () => {
  const ids = [await pending(), await pending()] as [number, number]
  const rows = await Promise.all(ids.map(staffRow))
  const expected_versions = Object.fromEntries(rows.map((row) => [row.id, row.updated_at]))
  app.advanceS(60)
  await patch(`website/testimonies/${ids[0]}`, { title: 'Another title' }, colleague)
  const { body } = await change(ids, 'approve', { expected_versions })
  expect(body.succeeded).toEqual([ids[1]])
  expect(body.failed).toEqual([
    { id: ids[0], detail: expect.stringMatching(/by Eric Mugisha \(title\)/) },
  ])
  expect((await staffRow(ids[0])).status).toBe('PENDING')
})

test('the undo leaves what has changed since the batch', async () => {
  const ids = [await pending(), await pending()] as [number, number]
  const { body } = await change(ids, 'approve')
  app.advanceS(60)
  await patch(`website/testimonies/${ids[0]}`, { status: 'REJECTED' }, colleague)
  const undone = await undo(body.batch)
  expect(undone.body).toContain('"succeeded":1,"failed_count":1')
  expect(undone.body).toContain('Eric Mugisha')
  expect((await staffRow(ids[0])).status).toBe('REJECTED')
  expect((await staffRow(ids[1])).status).toBe('PENDING')
})

test('the selected rows may come in parts of one batch', async () => {
  const ids = [await pending(), await pending()] as [number, number]
  const { batch } = (await change([ids[0]], 'approve')).body
  expect((await change([ids[1]], 'approve', { batch })).body.batch).toBe(batch)
  const other = await change([ids[1]], 'reject', { batch })
  expect(other.status).toBe(404)
  expect((await staffRow(ids[1])).status).toBe('APPROVED')
})

test('recruiters neither see nor undo batches on testimonials', async () => {
  const recruiter = await app.signIn('RECRUITER')
  const { batch } = (await change([await pending()], 'approve')).body
  expect((await undo(batch, recruiter)).status).toBe(404)
  const { body } = await app.json('/api/admin/batches/', { token: recruiter })
  expect(body.results).toEqual([])
})

test('a toggle of what a colleague has toggled meanwhile is refused', async () => {
  const id = await pending()
  const { updated_at: expected_updated_at } = await staffRow(id)
  const toggle = (as: string) =>
    patch(`admin/testimonials/${id}/toggle-visibility`, { expected_updated_at }, as)
  const responses = await Promise.all([toggle(token), toggle(colleague)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await staffRow(id)).visibility).toBe(false)
})
