import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditTarget } from '#database/row-names.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { createUser } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { procedures } from '#testing/bad-requests.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

type Line = Extract<Parameters<typeof writeAudit>[2], { target: AuditTarget }>

/** Writes a line, as of this moment. */
const write = (line: Partial<Line>, at?: string) => {
  const { database, now } = app.services
  const caller = { clientIp: '192.0.2.7', now: () => (at ? new Date(at) : now()) }
  return writeAudit(database, caller, { action: 'changed', target: 'event', id: 1, ...line })
}
const list = async (query = '') =>
  (await app.json(`/api/admin/audit-log/?${query}`, { token })).body
const seen = async (query: string) =>
  (await list(query)).results.map(
    ({ action, target, target_id }: Record<string, string>) => `${action} ${target} ${target_id}`,
  )

test('admins see who has done what, the newest first', async () => {
  const actor = await createUser(app.services, { name: 'Eric Mugabo' })
  await write({ id: 3, actor, details: { fields: ['title'] } }, '2026-03-02T08:05:00.000Z')
  const { results, ...rest } = await list()
  expect(rest).toEqual({ total_items: 2, total_pages: 1, current_page: 1, has_more: false })
  expect(results).toMatchObject([
    {
      action: 'changed',
      actor_id: actor.id,
      actor_name: 'Eric Mugabo',
      target: 'event',
      target_id: '3',
      details: { fields: ['title'] },
      client_ip: '192.0.2.7',
      created_at: '2026-03-02T08:05:00.000Z',
    },
    { action: 'signed in', actor_name: 'Diane Keza', target: 'user' },
  ])
})

test('lines are filtered by actor, action, target, id and days in Kigali, and paged', async () => {
  const actor = await createUser(app.services, { name: 'Eric Mugabo' })
  await write({ id: 1, actor }, '2026-02-01T21:59:59.999Z')
  await write({ id: 2, actor, action: 'deleted' }, '2026-02-01T22:00:00.000Z')
  await write({ id: 2, target: 'article' }, '2026-02-02T21:59:59.999Z')
  await write({ id: 2, actor, target: 'article' }, '2026-02-02T22:00:00.000Z')
  expect(await seen('from=2026-02-02&to=2026-02-02')).toEqual([
    'changed article 2',
    'deleted event 2',
  ])
  expect(await seen(`actor_id=${actor.id}&action=changed`)).toEqual([
    'changed article 2',
    'changed event 1',
  ])
  expect(await seen('target=event')).toEqual(['deleted event 2', 'changed event 1'])
  expect(await seen('action=deleted,changed&target[]=event&target[]=user')).toEqual([
    'deleted event 2',
    'changed event 1',
  ])
  expect(await seen(`actor_id=${actor.id},999&page_size=2&page=2`)).toEqual(['changed event 1'])
  expect((await list('action=changed,deleted,changed')).total_items).toBe(4)
  expect(await seen('search=%202&target=article&page_size=1&page=2')).toEqual(['changed article 2'])
  expect(await seen('action=Deleted')).toEqual(['deleted event 2'])
  expect(await seen("target='%20or%201=1")).toEqual([])
  expect((await list('target=event&page=9')).results).toEqual([])
  expect((await app.json('/api/admin/audit-log/facets/', { token })).body).toEqual({
    actors: [
      { id: expect.any(Number), name: 'Diane Keza' },
      { id: actor.id, name: 'Eric Mugabo' },
    ],
    targets: ['article', 'event', 'user'],
  })
})

test('all invalid filters are named', async () => {
  const query = 'action=odd&actor_id=x&from=today&to=2026-02-30&page=0'
  const { status, body } = await app.json(`/api/admin/audit-log/?${query}`, { token })
  expect([status, Object.keys(body).sort()]).toEqual([
    400,
    ['action', 'actor_id', 'from', 'page', 'to'],
  ])
  expect(await list('page=1001')).toMatchObject({ results: [], current_page: 1001 })
})

test('an export has the filtered lines, and leaves a line of its own', async () => {
  await write({ id: 1, details: { fields: ['=title'] } })
  await write({ id: 2, target: 'article' })
  const json = { target: 'event', search: '1' }
  const response = await app.request('/api/admin/audit-log/export/', {
    method: 'POST',
    token,
    json,
  })
  const rows = (await response.text()).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('changed')
  expect((await list('action=exported')).results).toMatchObject([
    {
      target: 'audit log',
      target_id: null,
      actor_name: 'Diane Keza',
      details: { format: 'csv', filters: { target: ['event'], is_searched: true }, lines: 1 },
    },
  ])
})

test('only admins read or export it, and no call changes or deletes a line', async () => {
  for (const role of ['EDITOR', 'RECRUITER'] as const) {
    const other = await app.signIn(role)
    expect((await app.json('/api/admin/audit-log/', { token: other })).status).toBe(403)
    expect((await app.json('/api/admin/audit-log/facets/', { token: other })).status).toBe(403)
    const post = { method: 'POST', token: other, json: {} }
    expect((await app.json('/api/admin/audit-log/export/', post)).status).toBe(403)
  }
  expect((await app.json('/api/admin/audit-log/')).status).toBe(401)
  const calls = procedures.filter(({ path }) => path.startsWith('/admin/audit-log/'))
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /admin/audit-log/',
    'GET /admin/audit-log/facets/',
    'POST /admin/audit-log/export/',
  ])
})

test('more lines than can be paged through are counted so far, and told', async () => {
  const line = {
    action: 'opened',
    actor_id: null,
    actor_name: '',
    target: 'event',
    target_id: '1',
    details: '{}',
    client_ip: '',
    created_at: '2026-03-01T08:00:00.000Z',
  }
  for (let count = 0; count < 21; count += 1) {
    await app.services.database.insertInto('audit_log').values(Array(500).fill(line)).execute()
  }
  expect(await list('target=event')).toMatchObject({
    total_items: 10_000,
    total_pages: 1_000,
    has_more: true,
  })
  expect((await list('target=event&page=1000')).results).toHaveLength(10)
  const refused = { page: ['Only the first 10,000 can be paged through'] }
  expect(await list('target=event&page=1001')).toEqual(refused)
})
