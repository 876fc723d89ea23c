import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json?: unknown) =>
  app.json(`/api/admin/techstacks/${path}`, { method, token, json })
const ids = async () => {
  const { body } = await app.json('/api/techstacks/?page_size=1000')
  return body.results.map((stack: { id: string }) => stack.id)
}

test('tech stacks are listed in the order set by staff', async () => {
  for (const id of ['one', 'two', 'three']) await createTechStack(app.services, { id })
  expect(await ids()).toEqual(['one', 'two', 'three'])
  expect((await send('PATCH', 'order/', { ids: ['three', 'one', 'two'] })).status).toBe(200)
  expect(await ids()).toEqual(['three', 'one', 'two'])
})

test('an order with missing, repeated or unknown ids changes nothing', async () => {
  for (const id of ['one', 'two']) await createTechStack(app.services, { id })
  for (const wrong of [['two'], ['two', 'two'], ['two', 'one', 'three']]) {
    expect((await send('PATCH', 'order/', { ids: wrong })).status).toBe(409)
  }
  expect(await ids()).toEqual(['one', 'two'])
})

test('a tech stack gets its id from its name, and keeps it', async () => {
  const created = await send('POST', '', { name: 'UX/UI Design', references: ['A book'] })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    id: 'ux-ui-design',
    references: ['A book'],
    prerequisites: [],
  })
  const changed = await send('PATCH', 'ux-ui-design/', {
    name: 'Design',
    prerequisites: ['A pencil'],
  })
  expect(changed.body).toMatchObject({
    id: 'ux-ui-design',
    name: 'Design',
    prerequisites: ['A pencil'],
    references: ['A book'],
  })
  expect((await send('PATCH', 'no-such/', { name: 'X' })).status).toBe(404)
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'Go', id: 'Go Lang' }, 'id'],
  [{ name: 'Order' }, 'id'],
  [{ name: 'Python', id: 'python-backend' }, 'id'],
  [{ name: 'Go', prerequisites: 'none' }, 'prerequisites'],
  [{ name: '???' }, 'id'],
])('%j is refused by field', async (json, field) => {
  await createTechStack(app.services)
  const { status, body } = await send('POST', '', json)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})

test('a tech stack with applications is not deleted, another is', async () => {
  const tech_stack = await createTechStack(app.services)
  await createTechStack(app.services, { id: 'unused' })
  await createApplication(app.services, { cohort: await createCohort(app.services), tech_stack })
  expect((await send('DELETE', `${tech_stack}/`)).status).toBe(409)
  expect((await send('DELETE', 'unused/')).status).toBe(204)
  expect((await send('DELETE', 'unused/')).status).toBe(404)
})

test('concurrent reorders leave one of the orders, complete', async () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const id of one) await createTechStack(app.services, { id })
  const other = one.toReversed()
  for (let round = 0; round < 10; round += 1) {
    const responses = await Promise.all(
      [one, other, one, other].map((order) => send('PATCH', 'order/', { ids: order })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([one, other]).toContainEqual(await ids())
  }
})

test('of two edits of the same tech stack the second is refused and shown what stands', async () => {
  await createTechStack(app.services, { id: 'go' })
  const { body: seen } = await send('PATCH', 'go/', { name: 'Go' })
  const expected_updated_at = seen.updated_at
  const responses = await Promise.all(
    ['First', 'Second'].map((name) => send('PATCH', 'go/', { name, expected_updated_at })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const saved = responses.find(({ status }) => status === 200)?.body
  expect(responses.find(({ status }) => status === 409)?.body.current).toEqual(saved)
})

test('an order leaves the versions of the tech stacks as they are', async () => {
  for (const id of ['a', 'b']) await createTechStack(app.services, { id })
  const { body: seen } = await send('PATCH', 'a/', { name: 'A' })
  await send('PATCH', 'order/', { ids: ['b', 'a'] })
  const edit = { name: 'B', expected_updated_at: seen.updated_at }
  expect((await send('PATCH', 'a/', edit)).status).toBe(200)
})
