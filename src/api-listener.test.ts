import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTechStack } from '#features/tech-stacks/server/factory.ts'
import { startTestApp } from './testing/app.ts'

const app = await startTestApp()
let token = ''
beforeAll(async () => {
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

const theAddress = { id: ['The id is the one in the address'] }

test('an id in the body must be the one in the address', async () => {
  const id = await createTechStack(app.services)
  const change = (json: unknown) =>
    app.json(`/api/admin/techstacks/${id}/`, { method: 'PATCH', json, token })
  for (const other of ['techstacks', 'another', 1, null, [id], { toString: 1, valueOf: 1 }]) {
    expect(await change({ id: other, name: 'Renamed' })).toMatchObject({
      status: 400,
      body: theAddress,
    })
  }
  expect((await change({ id, name: 'Renamed' })).body).toMatchObject({ id, name: 'Renamed' })
})

test('a call without an id in its address takes one in its body', async () => {
  const json = { id: 'a-slug-of-my-own', name: 'Something' }
  const { status, body } = await app.json('/api/admin/techstacks/', { method: 'POST', json, token })
  expect([status, body.id]).toEqual([201, 'a-slug-of-my-own'])
})

test.each(['%', '%E0%A4%A', '%00', '%ED%A0%80'])(
  'an id of %s in the address is refused and breaks nothing',
  async (id) => {
    const { status, body } = await app.json(`/api/admin/cohorts/${id}/`, {
      method: 'PATCH',
      json: { name: 'Renamed' },
      token,
    })
    expect([status, Object.keys(body)]).toEqual([400, ['id']])
  },
)

test('text that no database stores is refused however deep it stands', async () => {
  const { status } = await app.json('/api/admin/applications/export/', {
    method: 'POST',
    json: { filters: { search_query: 'a\0b' } },
    token,
  })
  expect(status).toBe(400)
})

test.each(['0000-12-31', '9999-12-31'])(
  'a day like %s, which not every engine knows, is refused',
  async (day) => {
    const { status, body } = await app.json(`/api/website/application/?created_to=${day}`, {
      token,
    })
    expect([status, body]).toEqual([400, { created_to: ['Please enter a valid date'] }])
  },
)
