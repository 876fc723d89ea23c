import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { undoBatch } from '#testing/events.ts'

let app: TestApp
let token: string
let colleague: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
})
afterEach(() => app[Symbol.asyncDispose]())

const get = async (path: string, as = token) => (await app.json(`/api${path}`, { token: as })).body
const patch = (path: string, json: object, as = token) =>
  app.json(`/api${path}`, { method: 'PATCH', token: as, json })
const undo = (batch: number) => undoBatch(app, token, batch)

test('talents are changed and undone, except for those that have changed since', async () => {
  const [one, two] = [await createTalent(app.services), await createTalent(app.services)]
  const seen = await get(`/admin/talents/${two}/`)
  await patch(`/admin/talents/${two}/status/`, { status: 'SPAM' }, colleague)
  const json = {
    talent_ids: [one, two, 999],
    status: 'CONTACTED',
    expected_versions: { [two]: seen.updated_at },
  }
  const { body } = await patch('/admin/talents/batch-status/', json)
  expect(body).toMatchObject({
    succeeded: [one],
    failed: [
      {
        id: two,
        detail: expect.stringMatching(/^This was changed at .* by Eric Mugisha \(status\)/),
      },
      { id: 999, detail: 'This talent was not found. It may have been deleted.' },
    ],
  })
  expect((await undo(body.batch))[0]).toMatchObject({ succeeded: 1 })
  expect((await get(`/admin/talents/${one}/`)).status).toBe('NEW')
  expect((await get(`/admin/talents/${two}/`)).status).toBe('SPAM')
})

test.each([
  [{ talent_ids: [] }, 'talent_ids'],
  [{ status: 'HIRED' }, 'status'],
  [{ expected_versions: { 1: 'yesterday' } }, 'expected_versions'],
  [{ batch: 'one' }, 'batch'],
])('an invalid batch on talents is refused by field (%#)', async (wrong, field) => {
  const json = { talent_ids: [1], status: 'PLACED', ...wrong }
  const { status, body } = await patch('/admin/talents/batch-status/', json)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})
