import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { isOfStaff, procedures } from '../bad-requests.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

const filtered = procedures
  .filter(({ input: { properties } }) => properties?.filters ?? properties?.body)
  .filter(isOfStaff)

test('exports of lists and batches on all that match are calls with filters', () => {
  const batches = procedures.filter(({ path }) => path.endsWith('/matching/'))
  expect(batches.length).toBeGreaterThan(5)
  expect(filtered).toEqual(expect.arrayContaining(batches))
  expect(filtered.map(({ name }) => name)).toContain('applications.export')
})

test.each(filtered.map((procedure) => [procedure.name, procedure] as const))(
  '%s refuses a filter that it does not know, instead of taking all rows',
  async (_name, { method, path }) => {
    const { status, body } = await app.json(`/api${path.replace('{id}', '1')}`, {
      method,
      token,
      json: { filters: { seach: 'Aline' } },
    })
    expect([status, body.filters]).toEqual([400, ['There is no filter seach']])
  },
)
