import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSlot } from '#seed/factories/interviews.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { readEvents } from '#testing/events.ts'
import { startPlacing } from '#testing/placing.ts'

let site: Awaited<ReturnType<typeof startPlacing>>
let there: number
let colleagueId: number
beforeEach(async () => {
  site = await startPlacing()
  there = await site.createOther(20)
  const users = site.app.services.database.selectFrom('users').select('id')
  const { id } = await users.where('name', '=', 'Eric Mugisha').executeTakeFirstOrThrow()
  colleagueId = id
})
afterEach(() => site[Symbol.asyncDispose]())

/** What the user has of a list. */
async function see(filters: Record<string, string>) {
  const { body } = await site.call('GET', `/website/application/?${new URLSearchParams(filters)}`)
  return { filters, seen_at: body.seen_at as string, seen_total: body.total_items as number }
}
const changeAll = async (path: string, json: object) => {
  const init = { method: 'PATCH', token: site.token, json }
  const { events } = await readEvents(site.app, `/api/admin/applications/${path}/matching/`, init)
  return events.at(-1)
}
const rejectAll = (seen: object) => changeAll('batch-status', { ...seen, status: 'REJECTED' })
const statusOf = async (id: number) => (await site.detail(id)).status

/** What a colleague does. */
const byColleague = {
  call: (method: string, path: string, json?: object) =>
    site.call(method, path, json, site.colleague),
  decide: (id: number, status: string) =>
    byColleague.call('POST', `/website/application/${id}/change-status/`, { status }),
  move: (id: number, cohort: number) => site.move([id], cohort, {}, site.colleague),
  wait: (id: number, is_waiting: boolean) =>
    byColleague.call('PATCH', '/admin/applications/batch-waiting/', {
      application_ids: [id],
      is_waiting,
    }),
  assign: (id: number) =>
    byColleague.call('PATCH', '/admin/applications/batch-assign/', {
      application_ids: [id],
      assignees: [colleagueId],
    }),
  async invite(id: number) {
    await byColleague.decide(id, 'SHORTLISTED')
    await byColleague.call('POST', '/admin/interviews/invite/', { application_ids: [id] })
  },
}

type Change = (id: number) => Promise<unknown>
const ways: [string, () => Record<string, string>, { into: Change; out: Change }][] = [
  [
    'moved there',
    () => ({ cohort_id: String(there) }),
    {
      into: (id) => byColleague.move(id, there),
      out: (id) => byColleague.move(id, site.parents.cohort),
    },
  ],
  [
    'put onto the waiting list',
    () => ({ is_waiting: 'true' }),
    { into: (id) => byColleague.wait(id, true), out: (id) => byColleague.wait(id, false) },
  ],
  [
    'assigned',
    () => ({ assignee: String(colleagueId) }),
    {
      into: byColleague.assign,
      out: (id) => byColleague.call('DELETE', `/admin/applications/${id}/`),
    },
  ],
  [
    'invited to an interview',
    () => ({ is_invited: 'true' }),
    {
      into: byColleague.invite,
      out: (id) => byColleague.call('DELETE', `/admin/applications/${id}/`),
    },
  ],
]

test.each(ways)(
  'who was %s since the list was read is left alone, also where as many match as before',
  async (_, filtersOf, { into, out }) => {
    const [seen, gone, late] = [await site.create(), await site.create(), await site.create()]
    for (const id of [seen, gone]) await into(id)
    site.app.advanceS(60)
    const list = await see(filtersOf())
    expect(list.seen_total).toBe(2)
    site.app.advanceS(60)
    await out(gone)
    await into(late)
    expect((await see(filtersOf())).seen_total).toBe(2)
    const before = await statusOf(late)
    expect(await rejectAll(list)).toMatchObject({ total: 1, succeeded: 1, failed_count: 0 })
    expect([await statusOf(seen), await statusOf(late)]).toEqual(['REJECTED', before])
  },
)

test('who was invited when the list was read and has booked since is decided with the others', async () => {
  const id = await site.create()
  await byColleague.invite(id)
  const slot = await createSlot(site.app.services, { cohort: site.parents.cohort })
  site.app.advanceS(60)
  const list = await see({ is_invited: 'true' })
  site.app.advanceS(60)
  const booked = await byColleague.call('POST', `/admin/interviews/${id}/book/`, { slot })
  expect(booked.status).toBe(200)
  expect(await rejectAll(list)).toMatchObject({ total: 1, succeeded: 1 })
})

test('who has come back from the trash since the list was read is left alone', async () => {
  const [seen, gone, late] = [await site.create(), await site.create(), await site.create()]
  await byColleague.call('DELETE', `/admin/applications/${late}/`)
  site.app.advanceS(60)
  const list = await see({})
  site.app.advanceS(60)
  const { results } = (await byColleague.call('GET', '/admin/trash/')).body
  await byColleague.call('POST', `/admin/trash/${results[0].id}/restore/`, {})
  await byColleague.call('DELETE', `/admin/applications/${gone}/`)
  expect(await rejectAll(list)).toMatchObject({ total: 1, succeeded: 1 })
  expect([await statusOf(seen), await statusOf(late)]).toEqual(['REJECTED', 'PENDING'])
})

test('who waited when the list was read and has been rejected since is named', async () => {
  const id = await site.create()
  await byColleague.wait(id, true)
  site.app.advanceS(60)
  const list = await see({ is_waiting: 'true' })
  site.app.advanceS(60)
  await byColleague.decide(id, 'WITHDRAWN')
  expect(await rejectAll(list)).toMatchObject({
    failed: [{ id, detail: expect.stringMatching(/^Eric Mugisha changed .* from PENDING to/) }],
  })
  expect(await statusOf(id)).toBe('WITHDRAWN')
})

/** A list that was read while a change was being written, so that it is older than its moment says. */
async function seeWhile(change: () => Promise<unknown>) {
  site.app.advanceS(60)
  const list = await see({})
  await change()
  site.app.advanceS(0.4)
  return { ...list, seen_at: site.app.services.now().toISOString() }
}

test('what a colleague was changing while the list was read is not overwritten, and named', async () => {
  const [decided, moved, other] = [await site.create(), await site.create(), await site.create()]
  const seen = await seeWhile(async () => {
    await byColleague.decide(decided, 'ACCEPTED')
    await byColleague.move(moved, there)
  })
  site.app.advanceS(60)
  expect(await rejectAll(seen)).toMatchObject({
    total: 3,
    succeeded: 2,
    failed: [
      {
        id: decided,
        detail:
          'Eric Mugisha changed this application from PENDING to ACCEPTED at 2 Mar 2026, 10:01. Please look at it again.',
      },
    ],
  })
  const statuses = [decided, moved, other].map(statusOf)
  expect(await Promise.all(statuses)).toEqual(['ACCEPTED', 'REJECTED', 'REJECTED'])
  expect(await rejectAll(await see({}))).toMatchObject({ total: 3, succeeded: 3 })
})

test.each([
  ['batch-move', 'moved this application to There', (id: number) => byColleague.move(id, there)],
  ['batch-assign', 'assigned this application to Eric Mugisha', byColleague.assign],
])('so it is with %s', async (path, text, change) => {
  const [changed] = [await site.create(), await site.create()]
  const seen = await seeWhile(() => change(changed))
  const to = { cohort: await site.createOther(9, 'Elsewhere'), assignees: [colleagueId] }
  expect(await changeAll(path, { ...seen, ...to })).toMatchObject({
    succeeded: 1,
    failed: [{ id: changed, detail: expect.stringContaining(`Eric Mugisha ${text} at`) }],
  })
  expect((await site.detail(changed)).history[0].by).toBe('Eric Mugisha')
})

test('one’s own change just before the list was read stands in no way', async () => {
  const [id] = [await site.create(), await site.create()]
  site.app.advanceS(60)
  await site.decide(id, 'REVIEWING')
  await site.move([id], there)
  expect(await rejectAll(await see({}))).toMatchObject({ total: 2, succeeded: 2 })
})

test('what a batch has decided on and what it has left is in its line of the audit log', async () => {
  const [changed] = [await site.create(), await site.create()]
  await rejectAll(await seeWhile(() => byColleague.decide(changed, 'ACCEPTED')))
  await rejectAll(await seeWhile(() => byColleague.decide(changed, 'PENDING')))
  const lines = (await auditLines(site.app)).filter(({ action }) => action === 'batch')
  expect(lines.map(({ details }) => details)).toMatchObject([
    { action: 'status', total: 2, succeeded: 1, failed: 1 },
    { action: 'status', total: 2, succeeded: 1, failed: 1 },
  ])
})
