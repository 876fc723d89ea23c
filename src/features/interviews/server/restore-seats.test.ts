import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationBatches } from '#features/applications/server/application-batches.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createInterview } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews, withoutStatusEmails } from '#testing/interviews.ts'
import { countStatements } from '#testing/statements.ts'
import { releaseSeats } from './release-seats.ts'
import { restoreSeats } from './restore-seats.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  await withoutStatusEmails(app)
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Takes back a rejection of some who had seats of one time, of whom half were told; @returns the statements of that */
async function countUndoing(total: number) {
  const { database, now } = app.services
  const several = await panel.createSlot({ capacity: total })
  const ids: number[] = []
  for (let seat = 1; seat <= total; seat += 1) {
    const email = `aline.${several}.${seat}@example.rw`
    const id = await panel.shortlisted('Aline', { email })
    ids.push(await createInterview(app.services, id, { slot: several, seat }))
  }
  const json = { application_ids: ids, status: 'REJECTED' }
  await panel.staff('PATCH', 'applications/batch-status/', json)
  const sent = { sent_at: now().toISOString(), next_try_at: null }
  for (const { id } of (await panel.emails()).slice(0, total / 2))
    await database.updateTable('outbox').set(sent).where('id', '=', id).execute()
  const { counted, statements } = countStatements(database)
  const context = { ...app.services, viewer: panel.user } as unknown as RequestContext
  const version = now().toISOString()
  const changes = ids.map((id) => ({ id, from: 'SHORTLISTED', version }))
  const { restore } = applicationBatches({ release: releaseSeats, restore: restoreSeats })
  const outcome = await counted
    .transaction()
    .execute((transaction) => restore(transaction, context, 'REJECTED', changes))
  expect(outcome).toMatchObject({ succeeded: ids, failed: [], notices: [] })
  const seats = (await panel.bookings()).filter(({ slot_id }) => slot_id === several)
  expect(seats.map(({ id, seat }) => [id, seat])).toEqual(ids.map((id, index) => [id, index + 1]))
  return statements()
}

test('many get their seats back in as many statements as few', async () => {
  await app.services.database.updateTable('cohorts').set({ capacity: 100 }).execute()
  const few = await countUndoing(2)
  await app.services.database.deleteFrom('outbox').execute()
  expect(await countUndoing(20)).toBe(few)
})

test('those who come back together share the seats that are left, the first to apply first', async () => {
  const shared = await panel.createSlot({ capacity: 3 })
  const names = ['Aline', 'Eric', 'Keza']
  const ids: number[] = []
  for (const [index, name] of names.entries()) {
    const id = await panel.shortlisted(name)
    ids.push(await createInterview(app.services, id, { slot: shared, seat: index + 1 }))
  }
  const json = { application_ids: ids, status: 'REJECTED' }
  const { body } = await panel.staff('PATCH', 'applications/batch-status/', json)
  const other = await panel.invited('Diane')
  await panel.choose(other.token, shared)
  const text = '4 Mar 2026, 10:00 has been taken.'
  expect(await panel.undo(body.batch)).toMatchObject({
    succeeded: 3,
    failed: [],
    notices: [`Keza Uwase has no time for an interview any more. ${text}`],
  })
  const seats = (await panel.bookings()).map(({ id, slot_id, seat }) => [id, slot_id, seat])
  expect(seats).toEqual([
    [ids[0], shared, 2],
    [ids[1], shared, 3],
    [ids[2], null, null],
    [other.id, shared, 1],
  ])
  expect((await panel.history(ids[2] as number)).at(-1)?.notes).toBe(text)
  // Of the four emails, those to two who are back are taken back, and one is about the seat that was chosen.
  expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
    'Cancelled',
    'Your',
  ])
})

test('who comes back at once to a time that was changed meanwhile is told of that alone', async () => {
  const slot = await panel.createSlot({ capacity: 2 })
  const ids: number[] = []
  for (const [index, name] of ['Aline', 'Eric'].entries()) {
    const email = `${name.toLowerCase()}@example.rw`
    const id = await panel.shortlisted(name, { email })
    ids.push(await createInterview(app.services, id, { slot, seat: index + 1 }))
    await panel.setStatus(id, 'REJECTED')
    app.advanceS(60)
    const time = { starts_at: '2026-03-05T08:00:00.000Z', ends_at: '2026-03-05T08:30:00.000Z' }
    // The second one is freed after the time is another.
    if (index === 0) await panel.staff('PATCH', `interview-slots/${slot}/`, time)
    app.advanceS(60)
  }
  await panel.staff('PATCH', `interview-slots/${slot}/`, { capacity: 3 })
  app.advanceS(60)
  for (const id of ids) {
    const { status, body } = await panel.setStatus(id, 'SHORTLISTED')
    expect([status, body.notices ?? []]).toEqual([200, []])
  }
  const emails = await panel.emails()
  expect(emails.map(({ recipient, withheld }) => [recipient, withheld])).toEqual([
    ['aline@example.rw', ''],
  ])
  expect(emails[0]?.subject).toMatch(/^Changed: .*Thursday 5 Mar 2026, 10:00$/)
  expect(emails[0]?.calendar).toMatch(/DTSTART\S*:20260305T/)
})

test('of those who come back and those who choose at once, no two get one seat', async () => {
  await app.services.database.updateTable('cohorts').set({ capacity: 100 }).execute()
  for (let round = 0; round < 20; round += 1) {
    const slot = await panel.createSlot()
    const id = await createInterview(app.services, await panel.shortlisted(), { slot })
    await panel.setStatus(id, 'REJECTED')
    const other = await panel.invited()
    const [back, chosen] = await Promise.all([
      panel.setStatus(id, 'SHORTLISTED'),
      panel.choose(other.token, slot, `10.4.0.${round}`),
    ])
    expect([back.status, [200, 409].includes(chosen.status)]).toEqual([200, true])
    const taken = (await panel.bookings()).filter(({ slot_id }) => slot_id === slot)
    expect(taken).toHaveLength(1)
    expect(back.body.notices?.length ?? 0).toBe(chosen.status === 200 ? 1 : 0)
  }
})
