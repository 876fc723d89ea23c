import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'

let app: TestApp
let me: Awaited<ReturnType<typeof createUser>>
let token: string
beforeEach(async () => {
  app = await startTestApp()
  me = await createUser(app.services, { role: 'RECRUITER', name: 'Diane Keza' })
  token = await signInAs(app.services, me)
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Parameters<typeof createMessage>[1] = {}) =>
  createMessage(app.services, overrides)
const call = (method: string, path: string, json?: unknown, as = token) =>
  app.json(`/api/admin/contacts/${path}`, { method, token: as, ...(json ? { json } : {}) })
const get = async (id: number) => (await call('GET', `${id}/`)).body
const list = async (query = '') =>
  (await app.json(`/api/website/contact-us/?${query}`, { token })).body
const idsOf = async (query: string) =>
  (await list(query)).results.map((contact: { id: number }) => contact.id)

test('a message is assigned to a colleague, to me and to nobody, and found by its owner', async () => {
  const [first, second, third] = [await create(), await create(), await create()]
  const colleague = await createUser(app.services, { role: 'ADMIN', name: 'Jean d’Amour' })
  const assign = (id: number, owner: unknown) => call('PATCH', `${id}/owner/`, { owner })
  expect((await assign(first, colleague.id)).body.owner).toEqual({
    id: colleague.id,
    name: 'Jean d’Amour',
  })
  expect((await assign(second, me.id)).status).toBe(200)
  expect((await assign(third, me.id)).status).toBe(200)
  expect((await assign(third, null)).body.owner).toBe(null)
  expect(await idsOf('owner=me')).toEqual([second])
  expect(await idsOf(`owner=${colleague.id}`)).toEqual([first])
  expect(await idsOf('owner=none')).toEqual([third])
  expect(new Set(await idsOf('owner=me,none'))).toEqual(new Set([second, third]))
  expect(new Set(await idsOf(`owner=${me.id},${colleague.id}`))).toEqual(new Set([first, second]))
  expect(await auditLines(app)).toMatchObject(
    [first, second, third, third].map((id) => ({
      action: 'changed',
      target: 'message',
      target_id: String(id),
      details: { fields: ['owner'] },
    })),
  )
})

test('a message outlasts its owner, and who has it open hears who has deleted them', async () => {
  const [id, settled, other] = [await create(), await create({ status: 'SPAM' }), await create()]
  const leaving = await createUser(app.services, { role: 'RECRUITER' })
  for (const one of [id, settled]) await call('PATCH', `${one}/owner/`, { owner: leaving.id })
  const { updated_at } = await get(settled)
  const [open, before] = [await get(id), await get(other)]
  const admin = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  await app.json(`/api/admin/users/${leaving.id}/`, { method: 'DELETE', token: admin })
  expect((await get(id)).owner).toBeNull()
  // Retention counts from it.
  expect(await get(settled)).toMatchObject({ owner: null, updated_at })
  expect(await get(other)).toEqual(before)
  const { status, body } = await call('PATCH', 'batch/', {
    contact_ids: [id],
    action: 'mark_spam',
    expected_versions: { [id]: open.updated_at },
  })
  expect([status, body.failed[0].detail]).toEqual([
    200,
    expect.stringMatching(/^This was changed at .* by Jean d’Amour \(owner\)/),
  ])
})

test('only enabled users who may see messages become owners', async () => {
  const id = await create()
  const editor = await createUser(app.services, { role: 'EDITOR' })
  const disabled = await createUser(app.services, { role: 'RECRUITER' })
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: '2026-03-01T00:00:00.000Z' })
    .where('id', '=', disabled.id)
    .execute()
  for (const owner of [editor.id, disabled.id, 9_999, 'somebody', -1]) {
    const { status, body } = await call('PATCH', `${id}/owner/`, { owner })
    expect([status, body]).toEqual([400, { owner: ['Please choose an owner'] }])
  }
  expect((await call('PATCH', `${id}/owner/`, {})).status).toBe(400)
  expect((await get(id)).owner).toBe(null)
  const { results } = (await call('GET', 'owners/')).body
  expect(results).toEqual([{ id: me.id, name: 'Diane Keza' }])
  const wrong = await app.json('/api/website/contact-us/?owner=somebody', { token })
  expect(wrong.body).toEqual({ owner: ['Please choose an owner'] })
})

test('an edit of an older version is refused by who has changed what since', async () => {
  const id = await create()
  const { updated_at: expected_updated_at } = await get(id)
  const other = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  await call('PATCH', `${id}/status/`, { status: 'RESOLVED' }, other)
  const edits: [string, object][] = [
    ['status', { status: 'SPAM' }],
    ['read', { is_read: true }],
    ['owner', { owner: me.id }],
  ]
  for (const [field, change] of edits) {
    const { status, body } = await call('PATCH', `${id}/${field}/`, {
      ...change,
      expected_updated_at,
    })
    expect(status).toBe(409)
    expect(body.detail).toMatch(/^This was changed at .* by Jean d’Amour \(status\)\./)
    expect(body.current).toMatchObject({ id, status: 'RESOLVED' })
  }
  expect(await get(id)).toMatchObject({ status: 'RESOLVED', is_read: false, owner: null })
})

test('opening a message marks it as read without a new version, and is counted', async () => {
  const [first, second] = [await create(), await create()]
  await create({ status: 'SPAM' })
  const unread = async () => (await call('GET', 'counts/')).body
  expect(await unread()).toEqual({ unread: 2 })
  const before = await get(first)
  expect((await call('POST', `${first}/open/`)).body).toMatchObject({
    is_read: true,
    updated_at: before.updated_at,
  })
  expect(await unread()).toEqual({ unread: 1 })
  expect((await get(second)).is_read).toBe(false)
  expect((await call('POST', '9999/open/')).status).toBe(404)
})

test('a search finds words in any order and numbers however they are written', async () => {
  const id = await create({ phone: '+250 788-123-456', message: 'Since 2026-04-01 we train.' })
  await create({ phone: '+49 30 1234567' })
  for (const search of ['vogel katharina', '0788 123 456', '788123456', '2026-04-01', 'TRAIN']) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`)).toContain(id)
  }
  expect(await idsOf('search=788123456')).toEqual([id])
  for (const search of ['since we train', '788 12']) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toEqual([id])
  }
  expect(await idsOf('search=vo%20nobody')).toEqual([])
  expect(await idsOf('search=vo')).toHaveLength(2)
})

test('a message names those before and after it in the filtered, ordered list', async () => {
  const [a, b, c] = [
    await create({ full_name: 'Aline Uwase' }),
    await create({ full_name: 'Béatrice Keza', status: 'RESOLVED' }),
    await create({ full_name: 'Chantal Ineza' }),
  ]
  const around = async (id: number, query = '') =>
    (await call('GET', `${id}/neighbours/?${query}`)).body
  expect(await around(b)).toEqual({ previous: c, next: a })
  expect(await around(b, 'ordering=full_name')).toEqual({ previous: a, next: c })
  expect(await around(c, 'status=NEW')).toEqual({ previous: null, next: a })
  expect((await call('GET', '9999/neighbours/')).status).toBe(404)
})

test('a batch fails for what has changed since, names who has changed it, and is undone', async () => {
  const ids = [await create(), await create({ status: 'IN_PROGRESS' }), await create()]
  const [one = 0, two = 0, three = 0] = ids
  const seen = (await list()).results as { id: number; updated_at: string }[]
  const expected_versions = Object.fromEntries(seen.map(({ id, updated_at }) => [id, updated_at]))
  const other = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  await call('PATCH', `${three}/status/`, { status: 'SPAM' }, other)
  const batch = { contact_ids: ids, action: 'mark_resolved', expected_versions }
  const done = (await call('PATCH', 'batch/', batch)).body
  expect(done).toMatchObject({ succeeded: [one, two], version: expect.any(String) })
  expect(done.failed).toEqual([
    { id: three, detail: expect.stringMatching(/^This was changed .* by Jean d’Amour \(status\)/) },
  ])
  expect(await idsOf('status=RESOLVED&ordering=created_at')).toEqual([one, two])

  await call('PATCH', `${one}/read/`, { is_read: true }, other)
  const former = { is_read: false, owner: null, expected_updated_at: done.version }
  const contacts = [
    { id: one, status: 'NEW', ...former },
    { id: two, status: 'IN_PROGRESS', ...former, owner: me.id },
  ]
  const undone = (await call('POST', 'batch/restore/', { contacts })).body
  expect(undone).toMatchObject({ succeeded: [two], failed: [{ id: one }] })
  expect(undone.failed[0].detail).toMatch(/by Jean d’Amour \(is read\)/)
  expect(await get(one)).toMatchObject({ status: 'RESOLVED', is_read: true })
  expect(await get(two)).toMatchObject({ status: 'IN_PROGRESS', owner: { id: me.id } })
  expect((await auditLines(app)).filter(({ action }) => action === 'batch')).toMatchObject([
    { target: 'message', details: { action: 'mark_resolved', ids: [one, two] } },
    { target: 'message', details: { action: 'undo', ids: [two] } },
  ])
})

test('a batch assigns messages, and refuses what it does not understand', async () => {
  const ids = [await create(), await create()]
  const assign = { contact_ids: ids, action: 'assign', owner: me.id }
  expect((await call('PATCH', 'batch/', assign)).body.succeeded).toEqual(ids)
  expect(await idsOf('owner=me')).toHaveLength(2)
  const editor = await createUser(app.services, { role: 'EDITOR' })
  for (const owner of [editor.id, undefined]) {
    const { status, body } = await call('PATCH', 'batch/', { ...assign, owner })
    expect([status, body]).toEqual([400, { owner: ['Please choose an owner'] }])
  }
  expect(await idsOf('owner=me')).toHaveLength(2)
  expect((await call('PATCH', 'batch/', { ...assign, owner: null })).status).toBe(200)
  expect(await idsOf('owner=none')).toHaveLength(2)
  const wrong = { id: 1, status: 'ODD', is_read: 'maybe', owner: 1, expected_updated_at: 'now' }
  for (const contacts of [[], [wrong], undefined]) {
    const { status, body } = await call('POST', 'batch/restore/', { contacts })
    expect([status, Object.keys(body)]).toEqual([400, ['contacts']])
  }
})

test('an export has exactly the filtered messages, and is audited', async () => {
  await create({ subject: '=1+1', message: 'Two\nlines' })
  await create({ subject: 'Another thing', status: 'SPAM' })
  const response = await app.request('/api/admin/contacts/export/?format=csv', {
    method: 'POST',
    token,
    json: { filters: { status: 'NEW', search: 'vogel' } },
  })
  expect(response.headers.get('content-disposition')).toContain('messages-2026-03-02.csv')
  const text = await response.text()
  expect(text).toContain('\'=1+1,"Two\nlines"')
  expect(text).not.toContain('Another thing')
  const json = await app.json('/api/admin/contacts/export/?format=json', {
    method: 'POST',
    token,
    json: { ordering: 'created_at' },
  })
  expect(json.body.map(({ subject }: { subject: string }) => subject)).toEqual([
    '=1+1',
    'Another thing',
  ])
  const refused = await app.json('/api/admin/contacts/export/', {
    method: 'POST',
    token,
    json: { sex: 'MALE' },
  })
  expect([refused.status, refused.body]).toEqual([400, { filters: ['There is no filter sex'] }])
  expect(await auditLines(app)).toMatchObject([
    {
      action: 'exported',
      target: 'messages',
      details: { format: 'csv', filters: { status: ['NEW'], is_searched: true } },
    },
    { action: 'exported' },
  ])
  expect(JSON.stringify(await auditLines(app))).not.toContain('vogel')
})

test('editors and visitors can do nothing with messages', async () => {
  const id = await create()
  const editor = await app.signIn('EDITOR')
  const calls: [string, string, object?][] = [
    ['GET', 'counts/'],
    ['GET', 'owners/'],
    ['GET', `${id}/neighbours/`],
    ['POST', `${id}/open/`],
    ['PATCH', `${id}/owner/`, { owner: null }],
    ['POST', 'batch/restore/', { contacts: [] }],
    ['POST', 'export/', {}],
    ['POST', `${id}/replies/`, { text: 'Hello' }],
    ['POST', `${id}/notes/`, { text: 'Hello' }],
    ['PUT', `${id}/draft/`, { text: 'Hello' }],
    ['GET', `${id}/activity/`],
  ]
  for (const [method, path, json] of calls) {
    expect((await call(method, path, json, editor)).status).toBe(403)
    expect((await call(method, path, json, '')).status).toBe(401)
  }
  expect(await get(id)).toMatchObject({ is_read: false, replies: [], notes: [], draft: null })
})
