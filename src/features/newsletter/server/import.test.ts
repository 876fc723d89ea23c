import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestContext } from '#platform/http/context.ts'
import { createUser, openTestViewer } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { confirmToken } from './confirm-token.ts'
import { importSubscribers, readImport } from './import.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const consent = { consent_place: 'Job fair in Huye', consent_day: '2026-02-27' }

function send(path: string, text: string | null, fields: Record<string, string> = {}) {
  const body = new FormData()
  if (text !== null) body.append('file', new File([text], 'list.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return app.json(`/api/admin/subscribers/import/${path}`, { method: 'POST', token, body })
}
const preview = (text: string) => send('preview/', text)
const runImport = (text: string, fields = consent) => send('', text, fields)
const ask = (email: string) =>
  app.json('/api/website/subscribe/', { method: 'POST', json: { email } })
/** Subscribes and confirms. */
async function subscribe(email: string) {
  await ask(email)
  const [{ id }] = (await list(`search=${email}`)).results
  const json = { token: confirmToken(app.services, { id, email }) }
  await app.json('/api/website/subscribe/confirm/', { method: 'POST', json })
}
const list = async (query = '') =>
  (await app.json(`/api/admin/subscribers/?page_size=100&${query}`, { token })).body
const emails = async (query = '') =>
  (await list(query)).results.map(({ email }: { email: string }) => email).sort()
const leave = async (email: string) => {
  const [{ id }] = (await list(`search=${email}`)).results
  const json = { token: unsubscribeToken(app.services, { id, email }) }
  await app.json('/api/website/unsubscribe/', { method: 'POST', json })
}

const file = [
  'Name;E-mail address;Town',
  'Aline "the first";new@example.rw;Huye',
  '"Nshuti; Eric";KNOWN@example.rw;Kigali',
  ';left@example.rw;',
  '',
  'No address;;Musanze',
  'Wrong;aline@example;Musanze',
  'Again;New@Example.rw;Huye',
].join('\r\n')

test('the preview names each row by its line, and stores nothing', async () => {
  await subscribe('known@example.rw')
  await subscribe('left@example.rw')
  await leave('left@example.rw')
  const { status, body } = await preview(file)
  expect([status, body]).toEqual([
    200,
    {
      counts: { added: 1, known: 1, unsubscribed: 1, repeated: 1, invalid: 2 },
      rows: [
        { line: 2, email: 'new@example.rw', outcome: 'added' },
        { line: 3, email: 'KNOWN@example.rw', outcome: 'known' },
        { line: 4, email: 'left@example.rw', outcome: 'unsubscribed' },
        { line: 6, email: '', outcome: 'invalid' },
        { line: 7, email: 'aline@example', outcome: 'invalid' },
        { line: 8, email: 'New@Example.rw', outcome: 'repeated' },
      ],
    },
  ])
  expect(await emails()).toEqual(['known@example.rw', 'left@example.rw'])
})

test('an import adds who is new with the consent, says what it did, and writes to nobody', async () => {
  await subscribe('known@example.rw')
  await subscribe('left@example.rw')
  await leave('left@example.rw')
  const seen = (await preview(file)).body
  const { status, body } = await runImport(file)
  expect([status, body]).toEqual([200, seen])
  expect(await emails('status=ACTIVE')).toEqual(['known@example.rw', 'new@example.rw'])
  expect((await list('search=new')).results).toMatchObject([
    { status: 'ACTIVE', ...consent, consent_by: 'Diane Keza' },
  ])
  const own = { consent_place: '', consent_day: null, consent_by: '' }
  expect((await list('search=known')).results).toMatchObject([own])
  const outbox = app.services.database
    .selectFrom('outbox')
    .select('recipient')
    .orderBy('id')
    .execute()
  expect(await outbox).toHaveLength(4)
  const again = (await runImport(file)).body.counts
  expect(again).toEqual({ added: 0, known: 2, unsubscribed: 1, repeated: 1, invalid: 2 })
})

test('who has unsubscribed stays away, also when it happens between the preview and the import', async () => {
  await subscribe('aline@example.rw')
  expect((await preview('aline@example.rw\n')).body.counts).toMatchObject({ known: 1 })
  await leave('aline@example.rw')
  expect((await runImport('aline@example.rw\n')).body.counts).toMatchObject({ unsubscribed: 1 })
  expect(await emails('status=ACTIVE')).toEqual([])
})

test('who has not confirmed yet is confirmed by an import, and who has left before is not', async () => {
  await ask('aline@example.rw')
  await ask('left@example.rw')
  await leave('left@example.rw')
  const counts = { added: 1, known: 0, unsubscribed: 1 }
  const text = 'aline@example.rw\nleft@example.rw\n'
  expect((await preview(text)).body.counts).toMatchObject(counts)
  expect((await runImport(text)).body.counts).toMatchObject(counts)
  expect((await list('status=ACTIVE')).results).toMatchObject([
    { email: 'aline@example.rw', asked_at: null, ...consent },
  ])
})

test('two imports of one file at once add each address once', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => `guest-${index}@example.rw`)
  const responses = await Promise.all([1, 2].map(() => runImport(rows.join('\n'))))
  const counts = responses.map(({ body }) => body.counts)
  expect(counts[0].added + counts[1].added).toBe(1200)
  expect(counts[0].known + counts[1].known).toBe(1200)
  expect((await list()).total_items).toBe(1200)
})

test.each([
  ['commas, a byte order mark and quotes', '\ufeffemail,name\n"a@example.rw","Uwase, Aline"\n'],
  ['tabs', 'Name\tE-Mail\nAline\ta@example.rw'],
  ['no head', 'Aline;a@example.rw\n'],
  ['a quote within a name', 'Name,Email\nAline "A" Uwase,a@example.rw\n'],
])('a file with %s is read', async (_kind, text) => {
  await runImport(text)
  expect(await emails()).toEqual(['a@example.rw'])
})

test('what is no list of addresses is refused, told why, and stores nothing', async () => {
  const problemOf = async (text: string) => (await preview(text)).body.file?.[0]
  expect(await problemOf('Name,Town\nAline,Huye\n')).toMatch(
    /^No column of the file is called Email/,
  )
  expect(await problemOf('')).toMatch(/^No column/)
  expect(await problemOf('PK\u0003\u0004...')).toBe(
    'This is a workbook. Please save it as CSV first',
  )
  expect(await problemOf('email\n"a@example.rw\n')).toMatch(/^This is no CSV file .* at line \d/)
  expect(await problemOf('email\n\ufffd@example.rw\n\0\u200b@example.rw')).toBeUndefined()
  expect((await preview('email\n\ufffd@example.rw\n')).body.counts).toMatchObject({ invalid: 1 })
  const rows = Array.from({ length: 10_001 }, (_, index) => `g${index}@example.rw`)
  expect(await problemOf(rows.join('\n'))).toBe('At most 10,000 rows at once')
  expect((await preview('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
  expect(await emails()).toEqual([])
})

test('every invalid field of an import is named, and nothing is stored', async () => {
  expect((await send('', null)).body).toEqual({
    file: ['Please choose a CSV file'],
    consent_place: ['Please enter where they consented'],
    consent_day: ['Please enter the day on which they consented'],
  })
  const tomorrow = { ...consent, consent_day: '2026-03-03' }
  expect((await runImport('a@example.rw', tomorrow)).body).toEqual({
    consent_day: ['They cannot have consented on a day to come'],
  })
  expect((await send('preview/', null)).body).toEqual({ file: ['Please choose a CSV file'] })
  expect(await emails()).toEqual([])
})

test('other requests get their turn while ten thousand rows are imported', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `guest-${index}@example.rw`)
  const importing = runImport(['E-mail', ...rows].join('\n'))
  let isDone = false
  void importing.then(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    // A request comes in a turn of its own.
    await setImmediate()
    turns += 1
  }
  expect((await importing).body.counts.added).toBe(10_000)
  expect((await importing).body.rows).toHaveLength(100)
  expect(turns).toBeGreaterThan(20)
})

test('imports, exports, additions and changes are lines of the audit log, without addresses', async () => {
  await runImport('a@example.rw\nb@example.rw')
  await runImport('a@example.rw')
  const json = { email: 'c@example.rw' }
  const { body } = await app.json('/api/admin/subscribers/', { method: 'POST', token, json })
  expect(body.consent_by).toBe('Diane Keza')
  const change = { status: 'UNSUBSCRIBED', expected_updated_at: body.updated_at }
  const path = `/api/admin/subscribers/${body.id}/`
  await app.json(path, { method: 'PATCH', token, json: change })
  const response = await app.request('/api/admin/subscribers/export/?format=json', {
    method: 'POST',
    token,
    json: { status: 'ACTIVE', search: 'example' },
  })
  expect(response.headers.get('content-disposition')).toContain('subscribers-2026-03-02.json')
  const exported = (await response.json()) as { email: string; consent_place: string }[]
  expect(exported.map(({ email }) => email).sort()).toEqual(['a@example.rw', 'b@example.rw'])
  const lines = await auditLines(app)
  expect(lines.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
    { action: 'imported', target: 'subscribers', details: { added: 2, ...consent } },
    { action: 'created', target: 'subscriber', details: {} },
    { action: 'changed', target: 'subscriber', details: { fields: ['status'] } },
    {
      action: 'exported',
      target: 'subscribers',
      details: { format: 'json', filters: { status: 'ACTIVE', is_searched: true } },
    },
  ])
})

test('an export names each status as the list does', async () => {
  await ask('asked@example.rw')
  await subscribe('reads@example.rw')
  await subscribe('left@example.rw')
  await leave('left@example.rw')
  const response = await app.request('/api/admin/subscribers/export/', {
    method: 'POST',
    token,
    json: { ordering: 'email' },
  })
  const [, ...lines] = (await response.text()).trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
    ['asked@example.rw', 'Not confirmed yet'],
    ['left@example.rw', 'Unsubscribed'],
    ['reads@example.rw', 'Subscribed'],
  ])
})

test('an import tells of its subscribers as soon as a part is stored', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const viewer = await openTestViewer(app.services, user)
  const rows = await readImport(new File([file], 'list.csv'))
  const version = () => app.services.tagVersions.versionOf('Subscriber')
  const before = version()
  const context = { ...app.services, viewer, clientIp: '10.0.0.1' } as RequestContext
  await importSubscribers(context, viewer, rows, consent)
  expect(version()).toBe(before + 1)
})

test('an import whose author is disabled while the file is read subscribes nobody', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const viewer = await openTestViewer(app.services, user)
  const rows = await readImport(new File([file], 'list.csv'))
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: app.services.now().toISOString() })
    .where('id', '=', user.id)
    .execute()
  const context = { ...app.services, viewer, clientIp: '10.0.0.1' } as RequestContext
  await expect(importSubscribers(context, viewer, rows, consent)).rejects.toThrow(
    'Your session has ended, so the rest of the file was not imported.',
  )
  expect(await emails()).toEqual([])
})
