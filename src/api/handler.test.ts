import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createArticle } from '#seed/factories/news.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp } from '#testing/app.ts'
import { lenient } from '#testing/bad-requests.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { allProcedures } from './all-procedures.ts'

const app = await startTestApp()
let token = ''
beforeAll(async () => {
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

const idMismatch = { id: ['The id must be the one in the URL'] }

test('an id in the body must equal the one in the URL', async () => {
  const id = await createTechStack(app.services)
  const change = (json: unknown) =>
    app.json(`/api/admin/techstacks/${id}/`, { method: 'PATCH', json, token })
  for (const other of ['techstacks', 'another', 1, null, [id], { toString: 1, valueOf: 1 }]) {
    expect(await change({ id: other, name: 'Renamed' })).toMatchObject({
      status: 400,
      body: idMismatch,
    })
  }
  expect((await change({ id, name: 'Renamed' })).body).toMatchObject({ id, name: 'Renamed' })
})

test('no other part of a request replaces what stands in the URL', async () => {
  await createArticle(app.services, { title: 'One' })
  await createArticle(app.services, { title: 'Other' })
  expect((await app.json('/api/website/news/slug/one/?slug=one')).body).toMatchObject({
    slug: 'one',
  })
  for (const query of ['slug=other', 'slug=one&slug=other', 'slug=']) {
    expect(await app.json(`/api/website/news/slug/one/?${query}`)).toMatchObject({
      status: 400,
      body: { slug: ['The slug must be the one in the URL'] },
    })
  }
  const restore = { method: 'POST', json: { section: 'about' }, token }
  expect((await app.json('/api/admin/settings/contact/restore/', restore)).body).toMatchObject({
    section: ['The section must be the one in the URL'],
  })
})

test('an empty value of a list is a missing one, and a page far past the end is empty', async () => {
  const list = async (query: string) => (await app.json(`/api/website/news/?${query}`)).body
  expect(await list('page=&page_size=&category=')).toEqual(await list(''))
  const { results, current_page } = await list('page=9007199254740991&page_size=100')
  expect([results, current_page]).toEqual([[], Number.MAX_SAFE_INTEGER])
})

test('a procedure without an id in its URL accepts one in the body', async () => {
  const json = { id: 'a-slug-of-my-own', name: 'Something' }
  const { status, body } = await app.json('/api/admin/techstacks/', { method: 'POST', json, token })
  expect([status, body.id]).toEqual([201, 'a-slug-of-my-own'])
})

test('a request whose headers call its JSON a file is read as JSON', async () => {
  const json = { name: 'Something else' }
  const headers = { 'content-disposition': 'attachment; filename="a.json"' }
  const init = { method: 'POST', json, token, headers }
  const { status, body } = await app.json('/api/admin/techstacks/', init)
  expect([status, body.name]).toEqual([201, 'Something else'])
})

test.each([
  ['application/json', Buffer.from('{"name":"No\xeblla"}', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('name=No\xeblla', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('name=No%EBlla')],
])('a body in %s whose bytes are not UTF-8 is refused (%#)', async (type, body) => {
  const init = { method: 'POST', token, body, headers: { 'content-type': type } }
  const response = await app.json('/api/admin/techstacks/', init)
  expect([response.status, response.body]).toEqual([400, { detail: 'The body is no valid UTF-8.' }])
  const names = await app.services.database.selectFrom('tech_stacks').select('name').execute()
  expect(names.filter(({ name }) => name.startsWith('No'))).toEqual([])
})

test.each([
  ['application/json', '\ufeff{"name":"100% Noëlla"}', '100% Noëlla'],
  ['application/x-www-form-urlencoded', 'name=99%+No%C3%ABlla', '99% Noëlla'],
])('a body in %s is read as UTF-8, with or without a mark of it', async (type, body, name) => {
  const init = { method: 'POST', token, body, headers: { 'content-type': type } }
  const response = await app.json('/api/admin/techstacks/', init)
  expect([response.status, response.body.name]).toEqual([201, name])
})

test.each(['%', '%E0%A4%A', '%00', '%ED%A0%80'])(
  'an id of %s in the URL is refused with 400',
  async (id) => {
    const { status, body } = await app.json(`/api/admin/cohorts/${id}/`, {
      method: 'PATCH',
      json: { name: 'Renamed' },
      token,
    })
    expect([status, Object.keys(body)]).toEqual([400, ['id']])
  },
)

test('text that PostgreSQL cannot store is refused at any depth of the body', async () => {
  const { status } = await app.json('/api/admin/applications/export/', {
    method: 'POST',
    json: { filters: { search_query: 'a\0b' } },
    token,
  })
  expect(status).toBe(400)
})

test.each(['0000-12-31', '9999-12-31'])(
  'a day outside the range of the engines, such as %s, is refused',
  async (day) => {
    const { status, body } = await app.json(`/api/website/application/?created_to=${day}`, {
      token,
    })
    expect([status, body]).toEqual([400, { created_to: ['Please enter a valid date'] }])
  },
)

test('every invalid query parameter gets a readable message', async () => {
  const refused = async (path: string) => (await app.json(path, { token })).body
  expect(await refused('/api/website/news/?page=two&page_size=101')).toEqual({
    page: ['Please enter a number'],
    page_size: ['At most 100'],
  })
  expect(await refused('/api/website/cohorts/?page=0.5&ordering=dinner')).toEqual({
    page: ['Please enter a whole number'],
    ordering: [expect.stringMatching(/^Please choose one of: deadline, -deadline, /)],
  })
  expect(await refused(`/api/website/comments/?search=${'a'.repeat(201)}`)).toEqual({
    search: ['At most 200 characters'],
  })
})

test('an unknown field of a strict procedure is named', async () => {
  const json = { email: 'a@example.rw', __proto__: null, path: '/', events: 'many' }
  const { status, body } = await app.json('/api/website/visits/', { method: 'POST', json })
  expect([status, body]).toEqual([
    400,
    { email: ['There is no such field'], events: ['Please give a list'] },
  ])
})

test.each([
  [
    'application/json',
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index, 1]))),
  ],
  ['application/x-www-form-urlencoded', 'a=b&'.repeat(20_000)],
])('a body of very many fields is refused without naming each, as %s', async (type, body) => {
  const headers = { 'content-type': type }
  const response = await app.json('/api/website/visits/', { method: 'POST', body, headers })
  expect([response.status, response.body]).toEqual([
    400,
    { detail: 'This form has too many fields.' },
  ])
})

test('lists of a form that are holes alone take no time to look through', async () => {
  const list = (_: unknown, index: number) => `m${index}${'[9999]'.repeat(19)}=1`
  const body = Array.from({ length: 190 }, list).join('&')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const usedMs = await threadMsOf(async () => {
    const { status } = await app.json('/api/auth/login/', { method: 'POST', body, headers })
    expect(status).toBe(400)
  })
  expect(usedMs).toBeLessThan(500)
})

test('an unknown field named like a property of Object.prototype is reported like any other', async () => {
  const body = '{"__proto__": 1, "constructor": 1, "toString": 1, "path": "/", "events": "many"}'
  const headers = { 'content-type': 'application/json' }
  const response = await app.json('/api/website/visits/', { method: 'POST', body, headers })
  expect([response.status, response.body]).toEqual([
    400,
    {
      events: ['Please give a list'],
      constructor: ['There is no such field'],
      toString: ['There is no such field'],
    },
  ])
})

test('no validation message speaks of types and schemas', () => {
  const schemas = [...allProcedures.values()].flatMap(
    ({ inputSchema }) => (inputSchema as z.ZodObject | undefined) ?? [],
  )
  const values = [undefined, null, '', 'x'.repeat(300_000), -1, 1e9, 0.5, true, { a: 1 }, [[]]]
  const messages = schemas.flatMap((schema) =>
    values.flatMap((value) => {
      const names = Object.keys((z.toJSONSchema(schema, lenient).properties as object) ?? {})
      const { error } = schema.safeParse(Object.fromEntries(names.map((name) => [name, value])))
      return error?.issues.map(({ message }) => message) ?? []
    }),
  )
  expect(messages.length).toBeGreaterThan(500)
  expect(
    messages.filter((one) =>
      /Invalid (input|option|string|key)|expected|received|Too (big|small)/.test(one),
    ),
  ).toEqual([])
})
