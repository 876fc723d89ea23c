import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readEvents, undoBatch } from '#testing/events.ts'

let app: TestApp
let me: Awaited<ReturnType<typeof createUser>>
let token: string
let colleague: string
beforeEach(async () => {
  app = await startTestApp()
  me = await createUser(app.services, { role: 'RECRUITER', name: 'Diane Keza' })
  token = await signInAs(app.services, me)
  colleague = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Parameters<typeof createMessage>[1] = {}) =>
  createMessage(app.services, overrides)
const call = (method: string, path: string, json?: unknown, as = colleague) =>
  app.json(`/api/admin/contacts/${path}`, { method, token: as, ...(json ? { json } : {}) })
const rowsOf = () =>
  app.services.database
    .selectFrom('contact_messages')
    .select(['id', 'status', 'owner_id', 'read_at'])
    .orderBy('id')
    .execute()
const statuses = async () => (await rowsOf()).map(({ status }) => status)

/** What the user has of a list, a minute ago. */
async function see(filters: Record<string, unknown> = {}) {
  const query = new URLSearchParams(filters as Record<string, string>)
  const { body } = await app.json(`/api/website/contact-us/?${query}`, { token })
  app.advanceS(60)
  return { filters, seen_at: body.seen_at, seen_total: body.total_items }
}

const path = '/api/admin/contacts/batch/matching/'
const matching = async (json: object) => {
  const init = { method: 'PATCH', token, json: { action: 'mark_resolved', ...json } }
  return (await readEvents(app, path, init)).events.at(-1) as { batch: number }
}
const undo = async (batch: number) => (await undoBatch(app, token, batch)).at(-1)

test('a batch on all that match changes those that were seen, none that came later, and is undone', async () => {
  await create()
  await create({ status: 'SPAM' })
  await create({ status: 'IN_PROGRESS' })
  const seen = await see()
  await create({ created_at: app.services.now().toISOString() })
  const last = await matching(seen)
  expect(last).toMatchObject({ total: 3, succeeded: 3, failed_count: 0 })
  expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED', 'RESOLVED', 'NEW'])
  const { body } = await app.json('/api/admin/batches/?target=message', { token })
  expect(body.results).toMatchObject([
    {
      target: 'message',
      to_status: 'RESOLVED',
      changed: 3,
      by: 'Diane Keza',
      from_counts: { NEW: 1, SPAM: 1, IN_PROGRESS: 1 },
      labels: { RESOLVED: 'Resolved', NEW: 'New', SPAM: 'Spam', IN_PROGRESS: 'In progress' },
    },
  ])
  expect(await undo(last.batch)).toMatchObject({ succeeded: 3, failed_count: 0 })
  expect(await statuses()).toEqual(['NEW', 'SPAM', 'IN_PROGRESS', 'NEW'])
})

test('what a colleague has changed since it was seen fails, named with who and what', async () => {
  const [one, two, three] = [await create(), await create(), await create({ status: 'SPAM' })]
  const seen = await see({ status: 'NEW' })
  await call('PATCH', `${two}/status/`, { status: 'IN_PROGRESS' })
  // It did not match when the list was read.
  await call('PATCH', `${three}/status/`, { status: 'NEW' })
  expect(await matching(seen)).toMatchObject({
    total: 2,
    succeeded: 1,
    failed_count: 1,
    failed: [
      {
        id: two,
        name: expect.stringContaining('Vogel'),
        detail: expect.stringMatching(/^This was changed at .* by Jean d’Amour \(status\)/),
      },
    ],
  })
  expect(await rowsOf()).toMatchObject([
    { id: one, status: 'RESOLVED' },
    { id: two, status: 'IN_PROGRESS' },
    { id: three, status: 'NEW' },
  ])
})

test('what a colleague was changing while the list was read fails by name, one’s own change does not', async () => {
  const [changed, own] = [await create(), await create()]
  await create()
  const seen = await see()
  await call('PATCH', `${changed}/status/`, { status: 'SPAM' })
  await call('PATCH', `${own}/status/`, { status: 'IN_PROGRESS' }, token)
  app.advanceS(0.4)
  expect(await matching({ ...seen, seen_at: app.services.now() })).toMatchObject({
    total: 3,
    succeeded: 2,
    failed: [
      {
        id: changed,
        detail: expect.stringMatching(/^This was changed at .* by Jean d’Amour \(status\)/),
      },
    ],
  })
  expect(await statuses()).toEqual(['SPAM', 'RESOLVED', 'RESOLVED'])
})

test('a message that has come back from the trash since the list was read is left alone', async () => {
  const [late, gone, stayed] = [await create(), await create(), await create()]
  await call('DELETE', `${late}/`)
  const seen = await see()
  await app.json('/api/admin/trash/undo/', {
    method: 'POST',
    token,
    json: { kind: 'message', row_ids: [String(late)] },
  })
  await call('DELETE', `${gone}/`)
  expect(await matching(seen)).toMatchObject({ total: 1, succeeded: 1 })
  expect(await rowsOf()).toMatchObject([
    { id: late, status: 'NEW' },
    { id: stayed, status: 'RESOLVED' },
  ])
})

test('a settled message counts as its owner’s, as it was when the list was read, once they are deleted', async () => {
  const leaving = await createUser(app.services, { role: 'RECRUITER' })
  const [settled, free] = [await create({ status: 'SPAM' }), await create({ status: 'SPAM' })]
  await call('PATCH', `${settled}/owner/`, { owner: leaving.id })
  app.advanceS(60)
  const seen = await see({ owner: leaving.id })
  const unowned = await see({ owner: 'none' })
  await app.json(`/api/admin/users/${leaving.id}/`, { method: 'DELETE', token: colleague })
  expect(await matching(seen)).toMatchObject({ total: 1, succeeded: 1 })
  expect(await rowsOf()).toMatchObject([
    { id: settled, status: 'RESOLVED', owner_id: null },
    { id: free, status: 'SPAM' },
  ])
  expect(await matching(unowned)).toMatchObject({ total: 1, succeeded: 1 })
})

test('each filter is a filter of the batch, as it was when the list was read', async () => {
  const read = await create({ full_name: 'Aline Uwase', subject: 'Kigali training' })
  const owned = await create()
  const opened = await create()
  const unread = await create()
  await call('POST', `${read}/open/`)
  await call('PATCH', `${owned}/owner/`, { owner: me.id })
  app.advanceS(60)
  const cases: [Record<string, unknown>, number[]][] = [
    [{ is_read: true }, [read]],
    [{ owner: 'me' }, [owned]],
    [{ owner: me.id }, [owned]],
    [{ owner: 'none', is_read: false }, [opened, unread]],
    [{ search: 'training kigali' }, [read]],
    [{ search: 'al' }, [read]],
    [{ owner: ['me', 'none'], status: ['NEW', 'SPAM'], is_read: false }, [owned, unread]],
  ]
  for (const [filters, ids] of cases) {
    const seen = await see(filters)
    expect([filters, seen.seen_total]).toEqual([filters, ids.length])
    // To open a message is no edit of it.
    if (ids.includes(opened)) await call('POST', `${opened}/open/`)
    const last = await matching(seen)
    const changed = (await rowsOf()).filter(({ status }) => status === 'RESOLVED')
    expect([filters, changed.map(({ id }) => id)]).toEqual([filters, ids])
    expect(await undo(last.batch)).toMatchObject({ failed_count: 0 })
    app.advanceS(60)
  }
})

test('owners and what is read are given back, unless an owner is gone', async () => {
  const [mine, gone] = [await create(), await create()]
  const former = await createUser(app.services, { role: 'RECRUITER' })
  await call('PATCH', `${mine}/owner/`, { owner: me.id })
  await call('PATCH', `${gone}/owner/`, { owner: former.id })
  app.advanceS(60)
  const assigned = await matching({ ...(await see()), action: 'assign', owner: null })
  expect((await rowsOf()).map(({ owner_id }) => owner_id)).toEqual([null, null])
  await app.services.database
    .updateTable('users')
    .set({ role: 'EDITOR' })
    .where('id', '=', former.id)
    .execute()
  expect(await undo(assigned.batch)).toMatchObject({ succeeded: 2 })
  expect((await rowsOf()).map(({ owner_id }) => owner_id)).toEqual([me.id, null])

  app.advanceS(60)
  const read = await matching({ ...(await see()), action: 'mark_read' })
  expect((await rowsOf()).filter(({ read_at }) => read_at)).toHaveLength(2)
  expect(await undo(read.batch)).toMatchObject({ succeeded: 2 })
  expect((await rowsOf()).filter(({ read_at }) => read_at)).toHaveLength(0)
})

test('nothing is changed when more match than the user saw, or the owner may not see messages', async () => {
  await create()
  await create()
  const seen = await see()
  const editor = await createUser(app.services, { role: 'EDITOR' })
  const send = (json: object) =>
    app.json(path, { method: 'PATCH', token, json: { ...seen, action: 'mark_spam', ...json } })
  const refused = await send({ seen_total: 1 })
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: '2 messages match, not 1. Please look at the list again.' },
  ])
  expect((await send({ action: 'assign', owner: editor.id })).body).toEqual({
    owner: ['Please choose an owner'],
  })
  expect(await statuses()).toEqual(['NEW', 'NEW'])
})

test.each([
  [{ seen_at: 'yesterday' }, 'seen_at'],
  [{ seen_total: 0 }, 'seen_total'],
  [{ filters: { status: 'WRONG' } }, 'filters'],
  [{ action: 'delete' }, 'action'],
  [{ action: 'assign', owner: 'somebody' }, 'owner'],
  [{ action: 'assign' }, 'owner'],
])('an invalid batch on a filter is refused by field (%#)', async (wrong, field) => {
  const right = { filters: {}, seen_at: '2026-03-02T08:00:00.000Z', seen_total: 1 }
  const { status, body } = await app.json(path, {
    method: 'PATCH',
    token,
    json: { ...right, action: 'mark_read', ...wrong },
  })
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})
