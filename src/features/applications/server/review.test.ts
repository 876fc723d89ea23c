import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
let token: string
let ids: number[]
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  const parents = await createCohortAndStack(app)
  ids = []
  for (const gender of ['FEMALE', 'MALE', 'FEMALE', 'FEMALE'] as const) {
    app.advanceS(60)
    ids.push(await createApplication(app.services, parents, { gender }))
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const get = (id: number | undefined, path: string) =>
  app.json(`/api/admin/applications/${id}/${path}`, { token })

test('the neighbours ahead come in the order of the list, as many as asked for', async () => {
  const { body } = await get(ids[3], 'neighbours/?gender=FEMALE&ahead=2')
  expect(body).toEqual({ previous: null, next: ids[2], upcoming: [ids[2], ids[0]] })
  expect((await get(ids[3], 'neighbours/')).body.upcoming).toEqual([ids[2]])
})

test.each(['ahead=0', 'ahead=6', 'ahead=x'])('%s is refused by field', async (query) => {
  const { status, body } = await get(ids[0], `neighbours/?${query}`)
  expect([status, Object.keys(body)]).toEqual([400, ['ahead']])
})

test('the place in the list counts from 1, also of who is not in the list', async () => {
  expect((await get(ids[0], 'place/?gender=FEMALE')).body).toEqual({ place: 3, total: 3 })
  expect((await get(ids[1], 'place/?gender=FEMALE')).body).toEqual({ place: 3, total: 3 })
  expect((await get(ids[3], 'place/?ordering=created_at')).body).toEqual({ place: 4, total: 4 })
  expect((await get(999, 'place/')).status).toBe(404)
})

test('the text of a PDF, which the page shows itself, is refused in words, and who asked is written down', async () => {
  const { body } = await get(ids[0], 'resume/text/')
  expect(body).toEqual({ text: '', problem: 'This kind of file shows once downloaded.' })
  const line = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'target_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const target_id = String(ids[0])
  expect(line).toEqual({ action: 'opened', target: 'resume of application', target_id })
  expect((await get(999, 'resume/text/')).status).toBe(404)
})
