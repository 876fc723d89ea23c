import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startDeciding } from '#testing/deciding.ts'

let site: Awaited<ReturnType<typeof startDeciding>>
let other: number
beforeEach(async () => {
  site = await startDeciding()
  other = await createCohort(site.app.services, { name: 'Web 13' })
})
afterEach(() => site[Symbol.asyncDispose]())

const undo = async (batch: number) =>
  JSON.stringify((await site.call('POST', `/admin/batches/${batch}/undo/`, {})).body)
const move = async (id: number, more: object = {}) => {
  const json = { application_ids: [id], cohort: other, ...more }
  return (await site.call('PATCH', '/admin/applications/batch-move/', json)).body.batch
}
const setWaiting = async (id: number, is_waiting: boolean, more: object = {}) => {
  const json = { application_ids: [id], is_waiting, ...more }
  return (await site.call('PATCH', '/admin/applications/batch-waiting/', json)).body.batch
}
const decideOne = async (id: number, status: string) => (await site.decideAll([id], status)).batch
const statesOf = async (id: number) =>
  (await site.call('GET', `/website/application/${id}/`)).body.history.map(
    ({ email }: { email: { state: string } | null }) => email?.state ?? '',
  )
const spot = 'Your application for Web 12: you have a spot'
const waitingList = 'Your application for Web 12: you are on the waiting list'
const told = '1 applicant had been told by email already'

test('an undone move leaves a decision since to be told', async () => {
  const id = await site.create()
  const batch = await move(id)
  await site.send()
  await site.decide(id, 'ACCEPTED')
  expect(await undo(batch)).toContain(told)
  expect(await site.subjects()).toEqual(['Welcome to Web 12'])
})

test('an undone move that nobody was told of leaves the decision since to be told alone', async () => {
  const id = await site.create()
  const batch = await move(id)
  await site.decide(id, 'ACCEPTED')
  expect(await undo(batch)).not.toContain(told)
  expect(await site.subjects()).toEqual(['Welcome to Web 12'])
})

test('an undone decision leaves a spot since to be told', async () => {
  const id = await site.create()
  await setWaiting(id, true)
  const batch = await decideOne(id, 'SHORTLISTED')
  await site.send()
  await setWaiting(id, false)
  expect(await undo(batch)).toContain(told)
  expect(await site.subjects()).toEqual([spot])
})

test('a decision that is undone before it is told leaves what became of the place since', async () => {
  const id = await site.create()
  await setWaiting(id, true)
  const batch = await decideOne(id, 'SHORTLISTED')
  await setWaiting(id, false)
  expect(await undo(batch)).not.toContain(told)
  expect(await site.subjects()).toEqual([spot])
  const accepted = await decideOne(id, 'ACCEPTED')
  await move(id)
  expect(await site.subjects()).toEqual(['Welcome to Web 13'])
  await undo(accepted)
  expect(await site.subjects()).toEqual(['Your application is for Web 13 now'])
})

test('who comes back by hand still learns of another cohort', async () => {
  const id = await site.create()
  await site.decide(id, 'SHORTLISTED')
  await site.send()
  await move(id)
  await site.decide(id, 'PENDING')
  expect(await site.subjects()).toEqual(['Your application is for Web 13 now'])
})

test('a move that was to be told by a decision is told when nobody is told of the next one', async () => {
  const [reviewed, undone] = [await site.create(), await site.create()]
  await move(reviewed)
  await site.decide(reviewed, 'SHORTLISTED')
  expect(await site.subjects()).toEqual(['Your application for Web 13: you are on the shortlist'])
  await site.decide(reviewed, 'REVIEWING')
  expect(await site.subjects()).toEqual(['Your application is for Web 13 now'])

  const batch = await move(undone)
  await site.decide(undone, 'SHORTLISTED')
  await undo(batch)
  await site.decide(undone, 'REVIEWING')
  expect(await site.subjects()).toEqual(['Your application is for Web 13 now'])
})

test('a move is told in the end, however many decisions were to tell it', async () => {
  const subjects = ['Your application is for Web 13 now']
  const reviewed = await site.create()
  await move(reviewed)
  for (const status of ['SHORTLISTED', 'ACCEPTED', 'SHORTLISTED', 'ACCEPTED', 'REVIEWING'])
    await site.decide(reviewed, status)
  expect(await site.subjects()).toEqual(subjects)

  await site.send()
  const back = await site.create()
  await move(back)
  await site.decide(back, 'ACCEPTED')
  await site.decide(back, 'REJECTED')
  await site.decide(back, 'PENDING')
  expect(await site.subjects()).toEqual(subjects)

  await site.send()
  const undone = await site.create()
  await move(undone)
  const shortlisted = await decideOne(undone, 'SHORTLISTED')
  const accepted = await decideOne(undone, 'ACCEPTED')
  await undo(accepted)
  expect(await site.subjects()).toEqual(['Your application for Web 13: you are on the shortlist'])
  await undo(shortlisted)
  expect(await site.subjects()).toEqual(subjects)
})

test('a move is told by no later email once a decision has told it, or its email was left out', async () => {
  const [decided, leftOut, undone] = [await site.create(), await site.create(), await site.create()]
  await move(decided)
  await site.decide(decided, 'SHORTLISTED')
  await site.send()
  await move(leftOut, { send_email: false })
  const batch = await move(undone)
  for (const id of [decided, leftOut, undone]) {
    await site.decide(id, 'ACCEPTED')
    if (id === undone) await undo(batch)
    await site.decide(id, 'SHORTLISTED')
    await site.decide(id, 'REVIEWING')
  }
  expect(await site.subjects()).toEqual([])
})

test('undoing tells nothing that no longer holds', async () => {
  const [waiting, moved, rejected] = [await site.create(), await site.create(), await site.create()]
  const onList = await setWaiting(waiting, true)
  const shortlisted = await decideOne(waiting, 'SHORTLISTED')
  await undo(onList)
  await undo(shortlisted)
  expect(await site.subjects()).toEqual([])

  await site.decide(moved, 'ACCEPTED')
  const move1 = await move(moved)
  await site.decide(rejected, 'REJECTED')
  await site.send()
  await site.decide(moved, 'REJECTED')
  await site.send()
  await undo(move1)
  expect(await site.subjects()).toEqual([])

  await setWaiting(rejected, true)
  const reopened = await decideOne(rejected, 'SHORTLISTED')
  await site.send()
  await move(rejected)
  await undo(reopened)
  expect(await site.subjects()).toEqual([])
})

test('a decision that was told with a move counts as told', async () => {
  const [accepted, promoted] = [await site.create(), await site.create()]
  const batch = await decideOne(accepted, 'ACCEPTED')
  await move(accepted)
  await setWaiting(promoted, true)
  await site.decide(promoted, 'SHORTLISTED')
  await setWaiting(promoted, false)
  await site.send()
  expect(await undo(batch)).toContain(told)
  await undo(await decideOne(promoted, 'ACCEPTED'))
  expect(await site.subjects()).toEqual([])
})

test('what was told with a change is not told again when that is undone', async () => {
  const [promoted, moved] = [await site.create(), await site.create()]
  await setWaiting(promoted, true, { send_email: false })
  await setWaiting(promoted, false)
  const reviewing = await decideOne(promoted, 'REVIEWING')
  await site.decide(moved, 'ACCEPTED')
  const batch = await move(moved)
  expect(await site.subjects()).toEqual([spot, 'Welcome to Web 13'])
  await site.send()
  expect(await undo(reviewing)).toContain(told)
  expect(await undo(batch)).toContain(told)
  expect(await site.subjects()).toEqual([])
})

test('who is moved back by hand before they were told is told nothing of it', async () => {
  const here = site.parents.cohort
  const id = await site.create()
  await move(id)
  await move(id, { cohort: here })
  expect(await site.subjects()).toEqual([])
  // By way of a third cohort, and again.
  await move(id)
  await move(id, { cohort: await createCohort(site.app.services, { name: 'Web 14' }) })
  expect(await site.subjects()).toEqual(['Your application is for Web 14 now'])
  const batch = await move(id, { cohort: here })
  expect(await site.subjects()).toEqual([])
  await undo(batch)
  expect(await site.subjects()).toEqual(['Your application is for Web 14 now'])
})

test('who is moved back by hand after a spot in a full cohort is told nothing', async () => {
  const id = await site.create()
  const full = await createCohort(site.app.services, { name: 'Web 14', limit: 1 })
  await site.create({}, full)
  const setLimit = (limit: number) =>
    site.app.services.database
      .updateTable('cohorts')
      .set({ capacity: limit })
      .where('id', '=', full)
      .execute()
  await move(id, { cohort: full, waits_if_full: true })
  expect(await site.subjects()).toEqual([
    'Your application for Web 14: you are on the waiting list',
  ])
  await setLimit(2)
  await setWaiting(id, false)
  expect(await site.subjects()).toEqual(['Your application for Web 14: you have a spot'])
  await move(id, { cohort: site.parents.cohort })
  expect(await site.subjects()).toEqual([])
})

test('who is moved to another cohort of the same name is told', async () => {
  const id = await site.create()
  await move(id)
  await move(id, { cohort: await createCohort(site.app.services, { name: 'Web 12' }) })
  expect(await site.subjects()).toEqual(['Your application is for Web 12 now'])
})

test('who is moved back by hand still learns what the move was to tell besides, or that they had been told', async () => {
  const here = site.parents.cohort
  const id = await site.create()
  await setWaiting(id, true)
  await site.send()
  await setWaiting(id, false)
  await move(id)
  await move(id, { cohort: here })
  expect(await site.subjects()).toEqual([spot])
  await site.send()
  // A decision has told them of the other cohort.
  await move(id)
  await site.decide(id, 'SHORTLISTED')
  await site.send()
  await move(id, { cohort: here })
  expect(await site.subjects()).toEqual(['Your application is for Web 12 now'])
})

test('who is back on the waiting list before they were told of a spot is told nothing', async () => {
  const id = await site.create()
  await setWaiting(id, true)
  await site.send()
  await setWaiting(id, false)
  expect(await site.subjects()).toEqual([spot])
  await setWaiting(id, true)
  expect(await site.subjects()).toEqual([])
})

test('who is moved while a rejection is held is told of it', async () => {
  const id = await site.create()
  await site.decide(id, 'REJECTED')
  await move(id)
  expect(await site.subjects()).toEqual(['Your application for Web 13'])
  expect(await statesOf(id)).toEqual(['HELD', 'CANCELLED', ''])
})

test('leaving out the email of a move or a spot leaves a pending decision to be told', async () => {
  const [moved, promoted] = [await site.create(), await site.create()]
  await site.decide(moved, 'ACCEPTED')
  await move(moved, { send_email: false })
  expect(await site.subjects()).toEqual(['Welcome to Web 13'])
  await setWaiting(promoted, true, { send_email: false })
  await site.decide(promoted, 'SHORTLISTED')
  await setWaiting(promoted, false, { send_email: false })
  expect((await site.subjects())[1]).toBe('Your application for Web 12: you are on the shortlist')
})

test('leaving out the email of a decision leaves a pending place to be told, unless it closes', async () => {
  const id = await site.create()
  await setWaiting(id, true)
  await site.decide(id, 'SHORTLISTED', { send_email: false })
  expect(await site.subjects()).toEqual([waitingList])
  await setWaiting(id, false, { send_email: false })
  expect(await site.subjects()).toEqual([])
  await move(id)
  await site.decide(id, 'REJECTED', { send_email: false })
  expect(await site.subjects()).toEqual([])
  expect((await statesOf(id))[0]).toBe('LEFT_OUT')
})
