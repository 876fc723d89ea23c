import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { fillTemplate, validateFilled, validateVariables } from '../reply-variables.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path = '', json?: unknown, as = token) =>
  app.json(`/api/admin/reply-templates/${path}`, { method, token: as, ...(json ? { json } : {}) })
const right = { title: 'Thank you', text: 'Dear {{first_name}},\nthank you for "{{ subject }}".' }

test('a template is created, found, changed and deleted, with a line in the audit log each', async () => {
  const created = await call('POST', '', right)
  expect([created.status, created.body]).toMatchObject([201, right])
  const { id } = created.body
  await call('POST', '', { title: 'Éloge', text: 'Bravo.' })
  const titles = async (query = '') =>
    (await call('GET', query)).body.results.map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['Éloge', 'Thank you'])
  expect(await titles('?search=eloge')).toEqual(['Éloge'])
  expect((await call('PATCH', `${id}/`, { title: 'Thanks' })).body).toMatchObject({
    ...right,
    title: 'Thanks',
  })
  expect((await call('DELETE', `${id}/`)).status).toBe(204)
  for (const [method, json] of [['DELETE'], ['PATCH', { title: 'x' }]] as const) {
    expect((await call(method, `${id}/`, json)).status).toBe(404)
  }
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', 'reply template')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['created', 'created', 'changed', 'deleted'])
})

test('a template names only variables that exist, and its title is its own', async () => {
  const { id } = (await call('POST', '', right)).body
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `${id}/`],
  ] as const) {
    const wrong = await call(method, path, { title: '', text: 'Dear {{nmae}}' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toEqual({
      title: ['Please enter a title'],
      text: [
        'There is no variable {{nmae}}. These exist: {{name}}, {{first_name}}, {{subject}}, {{me}}, {{company}}',
      ],
    })
    const long = await call(method, path, { title: 'x'.repeat(121), text: 'x'.repeat(5_001) })
    expect(long.body).toEqual({
      title: ['At most 120 characters'],
      text: ['At most 5000 characters'],
    })
  }
  expect((await call('POST', '', {})).body).toEqual({
    title: ['Please enter a title'],
    text: ['Please enter a text'],
  })
  const taken = { title: ['There is a template of this title already'] }
  expect((await call('POST', '', { ...right, title: 'THÀNK you' })).body).toEqual(taken)
  const { id: other } = (await call('POST', '', { ...right, title: 'Other' })).body
  expect((await call('PATCH', `${other}/`, { title: 'Thank you' })).body).toEqual(taken)
  expect((await call('GET')).body.total_items).toBe(2)
})

test('editors and visitors have no templates', async () => {
  const editor = await app.signIn('EDITOR')
  for (const [method, path, json] of [
    ['GET', ''],
    ['POST', '', right],
    ['PATCH', '1/', right],
    ['DELETE', '1/'],
  ] as const) {
    expect((await call(method, path, json, editor)).status).toBe(403)
    expect((await call(method, path, json, '')).status).toBe(401)
  }
})

test('a template is filled with the words of the message', () => {
  const message = { full_name: 'İpek $& O’Neil', subject: 'A "question"' }
  expect(fillTemplate(`${right.text} {{me}}, {{company}} {{else}}`, message, 'Diane')).toBe(
    'Dear İpek,\nthank you for "A "question"". Diane, Huza {{else}}',
  )
})

test.each([
  ['filling in', (text: string) => fillTemplate(text, { full_name: 'A', subject: 'B' }, 'C')],
  ['checking a template', validateVariables],
  ['checking a reply', validateFilled],
])('%s takes no time for very many spaces behind braces', async (_, run) => {
  expect(await threadMsOf(() => run(`{{${' '.repeat(2_500)}x`))).toBeLessThan(300)
})
