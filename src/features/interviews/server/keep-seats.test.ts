import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInterview } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp()
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Deletes an applicant who has booked a slot. @returns what restores them */
async function deleteBooked(slot: number, seat = 1) {
  const id = await createInterview(app.services, await panel.shortlisted(), { slot, seat })
  expect((await panel.staff('DELETE', `applications/${id}/`)).status).toBe(204)
  const json = { kind: 'application', row_ids: [id] }
  return {
    id,
    restore: async () => (await panel.staff('POST', 'trash/undo/', json)).body.failed,
    interview: () => panel.interviewOf(id),
  }
}

test('who is restored has the seat that they had, or another one of the same time', async () => {
  const slot = await panel.createSlot({ capacity: 2 })
  const [first, second] = [await deleteBooked(slot, 2), await deleteBooked(slot, 2)]
  expect(await first.restore()).toEqual([])
  expect(await first.interview()).toMatchObject({ slot_id: slot, seat: 2 })
  expect(await second.restore()).toEqual([])
  expect(await second.interview()).toMatchObject({ slot_id: slot, seat: 1 })
})

test('who is restored after somebody else took the time, or it was cancelled, chooses another', async () => {
  const slot = await panel.createSlot()
  const taken = await deleteBooked(slot)
  const cancelled = await deleteBooked(slot)
  const other = await panel.invited()
  await panel.choose(other.token, slot)
  expect(await taken.restore()).toEqual([])
  const page = (await panel.staff('GET', `interviews/${taken.id}/`)).body.interview
  expect(page).toMatchObject({ state: 'INVITED', slot: null, booked_at: null })
  await panel.staff('POST', 'interview-slots/cancel/', { slot_ids: [slot] })
  expect(await cancelled.restore()).toEqual([])
  expect(await cancelled.interview()).toMatchObject({ slot_id: null, seat: null })
})

test('nobody is restored to a time that has fewer places by now', async () => {
  const slot = await panel.createSlot({ capacity: 2 })
  await createInterview(app.services, await panel.shortlisted(), { slot })
  const late = await deleteBooked(slot, 2)
  await panel.staff('PATCH', `interview-slots/${slot}/`, { capacity: 1 })
  expect(await late.restore()).toEqual([])
  expect(await late.interview()).toMatchObject({ slot_id: null, seat: null })
})

test('of those who are restored and those who choose at once, no two get one seat', async () => {
  await app.services.database.updateTable('cohorts').set({ capacity: 100 }).execute()
  for (let round = 0; round < 40; round += 1) {
    const slot = await panel.createSlot()
    const restored = await deleteBooked(slot)
    const other = await panel.invited()
    const [failed, chosen] = await Promise.all([
      restored.restore(),
      panel.choose(other.token, slot, `10.4.0.${round}`),
    ])
    expect([failed, [200, 409].includes(chosen.status)]).toEqual([[], true])
    const booked = (await panel.bookings()).filter(({ slot_id }) => slot_id === slot)
    expect(booked).toHaveLength(1)
  }
})
