import { afterEach, beforeEach, expect, test } from 'vitest'
import { signId } from '#platform/security/signed-id.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { cancelPurpose } from './registration-email.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const remove = (path: string) => app.json(`/api/admin/${path}/`, { method: 'DELETE', token })
/** The times of an event that staff may delete. */
const past = { starts_at: '2026-03-01T07:00:00.000Z', ends_at: '2026-03-01T09:00:00.000Z' }
const linkOf = (id: number) => signId(app.services, cancelPurpose, id)
const cancel = (id: number) =>
  app.json('/api/website/cancel-registration/', { method: 'POST', json: { token: linkOf(id) } })
const open = (id: number) => app.json(`/api/website/event-registration/?token=${linkOf(id)}`)
const trash = async () => (await app.json('/api/admin/trash/', { token })).body.results
const restore = (id: number) =>
  app.json(`/api/admin/trash/${id}/restore/`, { method: 'POST', token, json: {} })
const registrations = () =>
  app.services.database.selectFrom('event_registrations').select('id').orderBy('id').execute()
const event = () =>
  app.services.database
    .selectFrom('events')
    .select(['registered', 'arrived'])
    .executeTakeFirstOrThrow()

test('who cancels a registration that staff have deleted is not restored', async () => {
  const id = await createEvent(app.services)
  const [gone, other] = (await createRegistrations(app.services, id, [{}, {}])) as [number, number]
  for (const one of [gone, other]) await remove(`event-registrations/${one}`)
  const [ofOther, ofGone] = await trash()
  expect((await cancel(gone)).status).toBe(200)
  expect((await restore(ofGone.id)).status).toBe(404)
  expect((await restore(ofOther.id)).status).toBe(200)
  expect([await registrations(), await event()]).toEqual([
    [{ id: other }],
    { registered: 1, arrived: 0 },
  ])
})

test('who cancels while the event is in the trash is not registered once it is restored', async () => {
  const checked_in_at = app.services.now().toISOString()
  const id = await createEvent(app.services, past)
  const people = [{ checked_in_at }, { checked_in_at }, {}]
  const [gone, ...others] = (await createRegistrations(app.services, id, people)) as number[]
  await remove(`events/${id}`)
  expect(await trash()).toMatchObject([{ dependents: 3 }])
  for (const _ of [1, 2]) expect((await cancel(gone as number)).status).toBe(200)
  const [entry] = await trash()
  expect(entry.dependents).toBe(2)
  expect((await restore(entry.id)).status).toBe(200)
  expect([await registrations(), await event()]).toEqual([
    others.map((one) => ({ id: one })),
    { registered: 2, arrived: 1 },
  ])
})

test('the link to cancel opens what staff have deleted, until that is cancelled', async () => {
  const event = await createEvent(app.services, { ...past, title: 'Demo day' })
  const [gone, staying] = (await createRegistrations(app.services, event, [{}, {}])) as [
    number,
    number,
  ]
  await remove(`event-registrations/${gone}`)
  const shown = await open(gone)
  expect([shown.status, shown.body]).toMatchObject([
    200,
    { event: { title: 'Demo day' }, is_deleted: true },
  ])
  await remove(`events/${event}`)
  for (const id of [gone, staying]) {
    const { status, body } = await open(id)
    expect([status, body]).toEqual([200, { event: null, is_deleted: true }])
    expect((await cancel(id)).status).toBe(200)
    expect((await open(id)).status).toBe(404)
  }
})

test('who cancels by an old link is not registered, though they have registered again since', async () => {
  const id = await createEvent(app.services)
  const email = 'aline@example.rw'
  const [gone] = await createRegistrations(app.services, id, [{ email }])
  await remove(`event-registrations/${gone}`)
  await createRegistrations(app.services, id, [{ email }, {}])
  expect((await cancel(gone as number)).status).toBe(200)
  expect([await registrations(), await event()]).toMatchObject([
    [{ id: expect.any(Number) }],
    { registered: 1 },
  ])
})
