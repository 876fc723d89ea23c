import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestContext } from '#platform/http/context.ts'
import { createUser } from '#seed/factories/accounts.ts'
import { readEvents } from '#testing/events.ts'
import { startPlacing } from '#testing/placing.ts'
import { countStatements } from '#testing/statements.ts'
import { placeWithin } from './placement.ts'

let site: Awaited<ReturnType<typeof startPlacing>>
beforeEach(async () => {
  site = await startPlacing()
})
afterEach(() => site[Symbol.asyncDispose]())

test('who waits takes no spot, is no longer waiting when rejected, and takes one when accepted', async () => {
  const small = await site.createOther(2, 'Small')
  const some = [await site.create(small), await site.create(small)] as const
  await site.setWaiting([...some], true)
  expect(await site.registered()).toMatchObject({ Small: 0 })
  expect(await site.ids('is_waiting=true&ordering=waiting')).toEqual([...some])
  expect(await site.ids('is_waiting=false')).toEqual([])
  await site.decide(some[0], 'REJECTED')
  expect(await site.ids('is_waiting=true')).toEqual([some[1]])
  await site.decide(some[0], 'PENDING')
  expect((await site.detail(some[0])).waiting_since).not.toBeNull()
  await site.decide(some[1], 'ACCEPTED')
  expect((await site.detail(some[1])).waiting_since).toBeNull()
  expect(await site.registered()).toMatchObject({ Small: 1 })
  await site.create(small)
  const { status, body } = await site.decide(some[0], 'ACCEPTED')
  expect([status, body.detail]).toEqual([
    409,
    'The cohort is full, so nobody who waits can be accepted. Raise the limit first.',
  ])
  expect(await site.registered()).toMatchObject({ Small: 2 })
  await site.call('DELETE', `/admin/applications/${some[0]}/`)
  expect(await site.registered()).toMatchObject({ Small: 2 })
})

test('the list by waiting time has nobody, if only those are asked for who do not wait', async () => {
  const [waiting, other] = [await site.create(), await site.create()]
  await site.setWaiting([waiting], true)
  expect(await site.ids('is_waiting=false&ordering=waiting')).toEqual([])
  expect(await site.ids('is_waiting=false')).toContain(other)
})

test('who is decided does not wait', async () => {
  const id = await site.create(undefined, { status: 'ACCEPTED' })
  const { body } = await site.setWaiting([id], true)
  expect(body.failed).toMatchObject([
    { id, detail: 'This application is decided, so it does not wait for a spot.' },
  ])
})

test('the next of the waiting list get the free spots, in their order, and that is undone', async () => {
  const small = await site.createOther(3, 'Small')
  const [first, second, third] = [
    await site.create(small),
    await site.create(small),
    await site.create(small),
  ]
  for (const id of [second, first, third]) await site.setWaiting([id], true)
  const others = [await site.create(small), await site.create(small)]
  expect((await site.promote(small, 5)).body).toMatchObject({ succeeded: [second] })
  const full = await site.promote(small)
  expect([full.status, full.body.detail]).toEqual([409, 'Small is full: no spot is free.'])
  await site.decide(others[0] as number, 'WITHDRAWN')
  site.app.advanceS(60)
  const { batch } = (await site.later(site.promote(small))).body
  expect(await site.ids('is_waiting=true&ordering=waiting')).toEqual([third])
  await site.undo(batch)
  expect(await site.ids('is_waiting=true&ordering=waiting')).toEqual([first, third])
  await site.decide(first, 'REJECTED')
  await site.decide(third, 'REJECTED')
  const nobody = await site.promote(small)
  expect([nobody.status, nobody.body.detail]).toEqual([409, 'Nobody waits for a spot in Small.'])
  expect((await site.promote(999)).status).toBe(404)
  expect((await site.promote(small, 0)).body).toEqual({ count: ['At least 1'] })
  expect(await site.registered()).toMatchObject({ Small: 2 })
})

test('the next is given a spot once, of two who press at once and of one who presses again', async () => {
  const small = await site.createOther(4, 'Small')
  const [first, second, third] = [
    await site.create(small),
    await site.create(small),
    await site.create(small),
  ]
  for (const id of [first, second, third]) await site.setWaiting([id], true)
  const seen = { seen_waiting: 3 }
  const outcomes = await Promise.all([
    site.promote(small, 1, seen),
    site.promote(small, 1, seen, site.colleague),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const again = await site.promote(small, 1, seen)
  expect([again.status, again.body.detail]).toEqual([
    409,
    '2 wait for a spot in Small by now, not 3. Please look again.',
  ])
  expect(await site.ids('is_waiting=true&ordering=waiting')).toEqual([second, third])
  expect(await site.registered()).toMatchObject({ Small: 1 })
  expect((await site.promote(small, 1, { seen_waiting: 2 })).body).toMatchObject({
    succeeded: [second],
  })
  expect((await site.promote(small, 1, { seen_waiting: -1 })).body).toEqual({
    seen_waiting: [expect.any(String)],
  })
})

test('all that match go onto the waiting list, and off it as far as there are spots', async () => {
  const small = await site.createOther(1, 'Small')
  const some = [await site.create(), await site.create(small), await site.create()] as const
  const rejected = await site.create(undefined, { status: 'REJECTED' })
  site.app.advanceS(60)
  const changeAll = async (is_waiting: unknown, filters: object, seen_total: number) => {
    const seen_at = site.app.services.now().toISOString()
    await site.create(undefined, { created_at: new Date(Date.parse(seen_at) + 1000).toISOString() })
    site.app.advanceS(60)
    const { events } = await readEvents(
      site.app,
      '/api/admin/applications/batch-waiting/matching/',
      {
        method: 'PATCH',
        token: site.token,
        json: { filters, seen_at, seen_total, is_waiting },
      },
    )
    return events.at(-1) as { batch: number }
  }
  const on = await changeAll(true, {}, 4)
  expect(on).toMatchObject({
    total: 4,
    succeeded: 3,
    failed_count: 1,
    failed: [{ id: rejected, detail: expect.stringContaining('is decided') }],
  })
  expect(await site.ids('is_waiting=true')).toEqual(expect.arrayContaining([...some]))
  expect(await site.registered()).toEqual({ Here: 1, Small: 0 })
  await site.later(site.create(small))
  const off = await changeAll(false, { is_waiting: true }, 3)
  expect(off).toMatchObject({
    total: 3,
    succeeded: 2,
    failed_count: 1,
    failed: [{ id: some[1], detail: 'Small is full. Raise its limit, or use its waiting list.' }],
  })
  await site.undo(off.batch)
  expect(await site.ids('is_waiting=true')).toEqual(expect.arrayContaining([...some]))
  const wrong = await site.call('PATCH', '/admin/applications/batch-waiting/matching/', {
    filters: { status: 'ODD' },
    seen_at: 'x',
    seen_total: 0,
    is_waiting: 'x',
  })
  expect([wrong.status, Object.keys(wrong.body).toSorted()]).toEqual([
    400,
    ['filters', 'is_waiting', 'seen_at', 'seen_total'],
  ])
  const other = { seen_at: '2026-03-02T08:00:00.000Z', seen_total: 1, is_waiting: true }
  expect(
    (
      await site.call('PATCH', '/admin/applications/batch-waiting/matching/', {
        filters: {},
        ...other,
      })
    ).body.detail,
  ).toMatch(/match, not 1/)
})

test('those of many cohorts wait by one statement, beside one for the spots of each cohort', async () => {
  const { services } = site.app
  const viewer = await createUser(services, { role: 'RECRUITER' })
  const context = { ...services, viewer } as unknown as RequestContext
  const seats = { release: async () => [], restore: async () => [] }
  const countWaiting = async (cohorts: number, seen: { unchanged_since?: string } = {}) => {
    const ids: number[] = []
    for (let count = 1; count <= cohorts; count += 1) {
      ids.push(await site.create(await site.createOther(9)))
    }
    const { counted, statements } = countStatements(services.database)
    const wanted = ids.map((id) => ({ id, spot: { kind: 'end' } as const, ...seen }))
    const { succeeded } = await counted
      .transaction()
      .execute((transaction) =>
        placeWithin(transaction, { context, seats }, wanted, { isSent: false }),
      )
    expect(succeeded).toEqual(ids)
    return statements()
  }
  const few = await countWaiting(2)
  expect(await countWaiting(5)).toBe(few + 3)
  // Who has moved them is looked for where that refuses the change.
  expect(await countWaiting(2, { unchanged_since: services.now().toISOString() })).toBe(few + 1)
})
