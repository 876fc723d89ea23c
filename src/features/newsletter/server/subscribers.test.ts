import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Test user' })
})
afterEach(() => app[Symbol.asyncDispose]())

const subscribe = (email: string) =>
  app.json('/api/website/subscribe/', { method: 'POST', json: { email } })
const list = async (query = '') =>
  (await app.json(`/api/admin/subscribers/?${query}`, { token })).body
const emails = async (query = '') =>
  (await list(query)).results.map((subscriber: { email: string }) => subscriber.email)
const remove = (id: number) =>
  app.json(`/api/admin/subscribers/${id}/`, { method: 'DELETE', token })

test('corrections of an address cause ten emails a day to one mailbox', async () => {
  await subscribe('aline@example.rw')
  const [{ id }] = (await list()).results
  const sent = () => app.services.database.selectFrom('outbox').select('recipient').execute()
  const correct = (email: string) =>
    app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json: { email } })
  for (let n = 1; n <= 10; n += 1) {
    expect((await correct(n % 2 ? 'Aline@example.rw' : 'aline@example.rw')).status).toBe(200)
  }
  const before = await sent()
  const { status, body } = await correct('Aline@example.rw')
  expect([status, body.detail]).toEqual([
    409,
    'Aline@example.rw was sent 10 emails within a day. The next one can be sent from 3 Mar 2026, 10:00.',
  ])
  expect(await emails()).toEqual(['aline@example.rw'])
  expect(await sent()).toEqual(before)
})

test('staff add and correct subscribers, but cannot reactivate ended subscriptions', async () => {
  const add = (email: string) =>
    app.json('/api/admin/subscribers/', { method: 'POST', token, json: { email } })
  const change = (id: number, json: object) =>
    app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json })
  const { status, body } = await add('aline@example.rw')
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      email: 'aline@example.rw',
      status: 'UNCONFIRMED',
      created_at: '2026-03-02T08:00:00.000Z',
      asked_at: '2026-03-02T08:00:00.000Z',
      confirmed_at: null,
      unsubscribed_at: null,
      consent_place: '',
      consent_day: null,
      consent_by: 'Test user',
      consent_version: '',
      suppression: null,
      updated_at: '2026-03-02T08:00:00.000Z',
    },
  ])
  expect((await add('Aline@example.rw')).body).toEqual({
    email: [
      'This address has an email to confirm. Who has lost it gets another one by the form on the site',
    ],
  })
  await add('eric@example.rw')
  expect((await change(body.id, { email: 'ERIC@example.rw' })).body).toEqual({
    email: ['Another subscriber has this address'],
  })
  expect((await change(body.id, { email: 'aline@', status: 'GONE' })).body).toEqual({
    email: ['Please enter a valid email address'],
    status: ['Please choose a status'],
  })
  expect((await change(body.id, { status: 'ACTIVE' })).body).toEqual({
    status: ['Only they themselves can confirm, by the link in our email'],
  })
  const changed = await change(body.id, { email: 'uwase@example.rw', status: 'unsubscribed' })
  expect(changed.body).toMatchObject({ email: 'uwase@example.rw', status: 'UNSUBSCRIBED' })
  expect((await change(body.id, { status: 'ACTIVE' })).body).toEqual({
    status: ['Who has unsubscribed comes back by subscribing again'],
  })
  expect((await add('uwase@example.rw')).body).toEqual({
    email: ['This address has unsubscribed. Only its owner can subscribe it again'],
  })
  expect((await change(999, { status: 'ACTIVE' })).status).toBe(404)
})

test('staff search, sort, page and delete subscribers', async () => {
  for (const name of ['zoe', 'albert', 'noel']) {
    await subscribe(`${name}@example.rw`)
    app.advanceS(60)
  }
  expect(await emails()).toEqual(['noel@example.rw', 'albert@example.rw', 'zoe@example.rw'])
  expect(await emails('ordering=email&page=2&page_size=2')).toEqual(['zoe@example.rw'])
  expect(await emails('search=ALB')).toEqual(['albert@example.rw'])
  const { id } = (await list('search=zoe')).results[0]
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect(await emails()).toHaveLength(2)
})

test('subscribers are listed by the days in Kigali on which they came', async () => {
  for (const [email, at] of [
    ['before@example.rw', '2026-03-01T21:59:59.999Z'],
    ['first@example.rw', '2026-03-01T22:00:00.000Z'],
    ['last@example.rw', '2026-03-03T21:59:59.999Z'],
    ['after@example.rw', '2026-03-03T22:00:00.000Z'],
  ] as const) {
    app.setNow(at)
    await subscribe(email)
  }
  token = await app.signIn('RECRUITER')
  expect(await emails('created_from=2026-03-02&created_to=2026-03-03')).toEqual([
    'last@example.rw',
    'first@example.rw',
  ])
  expect(await emails('created_to=2026-03-01')).toEqual(['before@example.rw'])
  expect(await emails('created_from=2026-03-04&created_to=')).toEqual(['after@example.rw'])
  for (const field of ['created_from', 'created_to']) {
    expect(await list(`${field}=2026-02-30`)).toEqual({ [field]: ['Please enter a valid date'] })
  }
})

test('only recruiters and administrators access subscribers', async () => {
  await subscribe('aline@example.rw')
  const editor = await app.signIn('EDITOR')
  expect((await app.json('/api/admin/subscribers/', { token: editor })).status).toBe(403)
  expect((await app.json('/api/admin/subscribers/')).status).toBe(401)
})

test('who is deleted before they confirm is not asked, and asked again when they come back', async () => {
  await subscribe('aline@example.rw')
  await subscribe('eric@example.rw')
  const [{ id }] = (await list('search=aline')).results
  await remove(id)
  const outbox = () =>
    app.services.database
      .selectFrom('outbox')
      .select(['recipient', 'body', 'withheld'])
      .orderBy('id')
      .execute()
  const [aline, eric, ...others] = await outbox()
  expect([aline?.withheld, eric?.withheld, others]).toEqual(['OUTDATED', '', []])
  const trashed = (await app.json('/api/admin/trash/', { token })).body.results[0]
  await app.json(`/api/admin/trash/${trashed.id}/restore/`, { method: 'POST', token, json: {} })
  expect((await outbox()).slice(2)).toEqual([{ ...aline, withheld: '' }])
})

test('who comes back when it is too late to confirm is not asked again', async () => {
  await subscribe('aline@example.rw')
  const [{ id }] = (await list()).results
  await remove(id)
  app.advanceS(8 * 24 * 3600)
  token = await app.signIn('RECRUITER')
  const trashed = (await app.json('/api/admin/trash/', { token })).body.results[0]
  const restored = await app.json(`/api/admin/trash/${trashed.id}/restore/`, {
    method: 'POST',
    token,
    json: {},
  })
  expect(restored.status).toBe(200)
  const emailsOut = await app.services.database.selectFrom('outbox').select('withheld').execute()
  expect(emailsOut).toEqual([{ withheld: 'OUTDATED' }])
})

test('who is corrected or unsubscribed before they confirm is not asked by the email from before', async () => {
  await subscribe('alien@example.rw')
  const [{ id }] = (await list()).results
  const change = (json: object) =>
    app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json })
  const emailsOut = async () =>
    (
      await app.services.database
        .selectFrom('outbox')
        .select(['recipient', 'withheld'])
        .orderBy('id')
        .execute()
    ).map(({ recipient, withheld }) => [recipient, withheld])
  expect((await change({ email: 'aline@example.rw' })).status).toBe(200)
  const corrected = ['alien@example.rw', 'OUTDATED']
  expect(await emailsOut()).toEqual([corrected, ['aline@example.rw', '']])
  expect((await change({ status: 'UNSUBSCRIBED' })).status).toBe(200)
  expect(await emailsOut()).toEqual([corrected, ['aline@example.rw', 'OUTDATED']])
})
