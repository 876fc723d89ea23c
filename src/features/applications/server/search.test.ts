import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { copyApplication } from '#testing/many-applications.ts'
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

const read = async (path: string, query: object) => {
  const { status, body } = await app.json(`${path}?${new URLSearchParams({ ...query })}`, { token })
  expect(status).toBe(200)
  return body
}
const list = (query: object) => read('/api/website/application/', query)
const names = async (search_query: string) =>
  (await list({ search_query })).results.map((one: { first_name: string }) => one.first_name)

test('one or two letters find the words that begin with them', async () => {
  const person = { email: 'person.one@example.rw', phone_number: '+250788123456' }
  const id = await createApplication(app.services, parents, {
    ...person,
    first_name: 'Jean Élie',
    last_name: "O'Neil",
  })
  for (const search of ['j', 'je', 'ÉL', 'e', "o'", '25', 'je el', 'je person', 'o']) {
    expect(await names(search), search).toEqual(['Jean Élie'])
  }
  for (const search of ['ea', 'n', 'li', '%', '_', '*', '"', 'je ea', 'person so', '99']) {
    expect(await names(search), search).toEqual([])
  }
  const { database } = app.services
  await database.updateTable('applications').set({ search_text: 'zoe' }).execute()
  expect([await names('je'), await names('zo')]).toEqual([[], ['Jean Élie']])
  await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  expect(await names('zo')).toEqual([])
})

test('digits of a telephone number find it however either was typed', async () => {
  const typed = ['+250 789-923 545', '(0788) 748303']
  for (const phone_number of typed) {
    await createApplication(app.services, parents, { first_name: phone_number, phone_number })
  }
  for (const search of ['789-923 545', '0789923545', '923545', '+250789923545', '(0789) 923.545']) {
    expect(await names(search), search).toEqual([typed[0]])
  }
  for (const search of ['(0788) 748303', '788 748 303', '+250 788 748-303', '8748']) {
    expect(await names(search), search).toEqual([typed[1]])
  }
})

test('of a search that fits too many the newest are listed, and it says so', async () => {
  const elsewhere = { ...parents, cohort: await createCohort(app.services) }
  const person = { first_name: 'Aline', last_name: 'Uwase', email: 'aline@example.rw' }
  const oldest = await createApplication(app.services, elsewhere, person)
  const copied = await createApplication(app.services, parents, person)
  await copyApplication(app, copied, readMax)
  for (const search_query of ['uwase', 'uw', 'u']) {
    expect(await list({ search_query }), search_query).toMatchObject({
      total_items: search_query === 'u' ? readMax : foundMax,
      has_more: true,
    })
    const first = await list({ search_query, ordering: 'created_at', page_size: 1 })
    expect(first.results[0].id, search_query).not.toBe(oldest)
    const query = { search_query, cohort_id: elsewhere.cohort }
    expect(await list(query), search_query).toMatchObject({
      total_items: 1,
      has_more: false,
      results: [{ id: oldest }],
    })
  }
  const path = `/api/admin/applications/${oldest}`
  const query = { search_query: 'uwase', ordering: 'created_at' }
  expect((await read(`${path}/neighbours/`, query)).next).toBeGreaterThanOrEqual(10_000)
  expect((await read(`${path}/place/`, query)).total).toBe(foundMax)
  expect(await list({ search_query: 'zanzibar' })).toMatchObject({
    total_items: 0,
    has_more: false,
  })
  expect(await list({})).toMatchObject({ total_items: readMax + 2, has_more: false })
})
