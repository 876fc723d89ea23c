import { afterEach, beforeEach, expect, test } from 'vitest'
import { privacyVersion } from '#shared/privacy.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeOldSubscribers } from './queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Test user' })
})
afterEach(() => app[Symbol.asyncDispose]())

const subscribe = (email: unknown, clientIp = '192.0.2.1') =>
  app.json('/api/website/subscribe/', { method: 'POST', json: { email }, clientIp })
const unsubscribe = (given: unknown) =>
  app.json('/api/website/unsubscribe/', { method: 'POST', json: { token: given } })
const list = async (query = '') =>
  (await app.json(`/api/admin/subscribers/?${query}`, { token })).body
const emails = async (query = '') =>
  (await list(query)).results.map((subscriber: { email: string }) => subscriber.email)
const remove = (id: number) =>
  app.json(`/api/admin/subscribers/${id}/`, { method: 'DELETE', token })

/** The token of the link in the newest email that asks this address to confirm. */
async function confirmTokenOf(email: string) {
  const { body } = await app.services.database
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .where('subject', 'like', 'Please confirm%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/newsletter\/confirm\?token=(\S+)/.exec(body)?.[1] ?? ''
}
const confirm = (given: unknown) =>
  app.json('/api/website/subscribe/confirm/', { method: 'POST', json: { token: given } })
const stateOf = (given: string) => app.json(`/api/website/subscribe/confirm/?token=${given}`)
/** Subscribes and confirms. */
async function join(email: string) {
  await subscribe(email)
  expect((await confirm(await confirmTokenOf(email))).status).toBe(200)
}

const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

const thanks = { detail: 'You have successfuly subscribe to our news letter' }

test('a subscriber is stored and gets the required message', async () => {
  const { status, body } = await subscribe(' Aline@Example.rw ')
  expect([status, body]).toEqual([200, thanks])
  expect((await list()).results).toEqual([
    {
      id: expect.any(Number),
      email: 'Aline@Example.rw',
      status: 'UNCONFIRMED',
      created_at: '2026-03-02T08:00:00.000Z',
      asked_at: '2026-03-02T08:00:00.000Z',
      confirmed_at: null,
      unsubscribed_at: null,
      consent_place: '',
      consent_day: null,
      consent_by: '',
      consent_version: privacyVersion,
      suppression: null,
      updated_at: '2026-03-02T08:00:00.000Z',
    },
  ])
})

test('a bot that fills in the honeypot gets the same message and is not subscribed', async () => {
  const send = (website: string) =>
    app.json('/api/website/subscribe/', {
      method: 'POST',
      json: { email: 'victim@example.com', website },
    })
  expect((await send('https://pills.example')).body).toEqual(thanks)
  expect(await emails()).toEqual([])
  expect((await send('')).body).toEqual(thanks)
  expect(await emails()).toEqual(['victim@example.com'])
})

test.each([undefined, null, '', 'aline', 'aline@example', 'a b@c.rw', 7])(
  '%j is refused as an e-mail',
  async (email) => {
    const { status, body } = await subscribe(email)
    expect([status, body]).toEqual([400, { email: ['Please enter a valid email address'] }])
    expect((await list()).total_items).toBe(0)
  },
)

test('subscribing twice stores once and gets the same response', async () => {
  const first = await subscribe('aline@example.rw')
  const second = await subscribe('ALINE@example.rw', '192.0.2.2')
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await emails()).toEqual(['aline@example.rw'])
})

test('ten concurrent subscriptions of one e-mail store it once and get the same response', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => subscribe('aline@example.rw', `192.0.2.${index}`)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await emails()).toHaveLength(1)
  expect(await outbox()).toHaveLength(1)
})

test('the link in the email ends that subscription only, and repeating it is harmless', async () => {
  await join('aline@example.rw')
  await join('eric@example.rw')
  const { id } = (await list('search=aline')).results[0]
  const link = unsubscribeToken(app.services, id)
  for (let time = 0; time < 2; time += 1) expect((await unsubscribe(link)).status).toBe(200)
  expect(await emails('status=ACTIVE')).toEqual(['eric@example.rw'])
  expect(await emails('status=unsubscribed')).toEqual(['aline@example.rw'])
  await remove(id)
  expect((await unsubscribe(link)).status).toBe(200)
})

test('the link shows the status and can reactivate an ended subscription, but not a deleted one', async () => {
  await join('aline@example.rw')
  const { id } = (await list()).results[0]
  const link = unsubscribeToken(app.services, id)
  const state = () => app.json(`/api/website/unsubscribe/?token=${link}`)
  const back = (given: string) =>
    app.json('/api/website/resubscribe/', { method: 'POST', json: { token: given } })
  expect((await state()).body).toEqual({ status: 'ACTIVE' })
  await unsubscribe(link)
  expect((await state()).body).toEqual({ status: 'UNSUBSCRIBED' })
  expect((await back(link)).status).toBe(200)
  expect((await state()).body).toEqual({ status: 'ACTIVE' })
  expect((await back(`${link}x`)).status).toBe(400)
  await remove(id)
  expect([(await state()).status, (await back(link)).status]).toEqual([404, 404])
})

test('nobody is subscribed before the link in the email is confirmed, and it welcomes once', async () => {
  await subscribe('aline@example.rw')
  await subscribe('ALINE@example.rw')
  const [question, ...others] = await outbox()
  expect([question?.recipient, question?.unsubscribe_link, others]).toEqual([
    'aline@example.rw',
    '',
    [],
  ])
  const link = await confirmTokenOf('aline@example.rw')
  for (let time = 0; time < 2; time += 1) {
    expect((await stateOf(link)).body).toEqual({ status: 'UNCONFIRMED' })
  }
  expect([await emails('status=ACTIVE'), await emails('status=UNCONFIRMED')]).toEqual([
    [],
    ['aline@example.rw'],
  ])
  const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(link)))
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect((await stateOf(link)).body).toEqual({ status: 'ACTIVE' })
  expect((await list('status=ACTIVE')).results).toMatchObject([
    { asked_at: null, confirmed_at: '2026-03-02T08:00:00.000Z' },
  ])
  expect(await emails('status=UNCONFIRMED')).toEqual([])
  const subjects = (await outbox()).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Please confirm the newsletter of Huza',
    'Welcome to the newsletter of Huza',
  ])
})

test('a link that was not signed here, or for another address, confirms nothing', async () => {
  await subscribe('aline@example.rw')
  const { id } = (await list()).results[0]
  const right = await confirmTokenOf('aline@example.rw')
  const forged = [
    unsubscribeToken(app.services, id),
    `${right}x`,
    `${id + 1}.${right.split('.')[1]}`,
    String(id),
    '',
  ]
  for (const link of forged) expect([400, 410]).toContain((await confirm(link)).status)
  expect((await confirm(undefined)).status).toBe(400)
  // Staff correct the address: the link that went to the first one is worthless.
  const json = { email: 'eric@example.rw' }
  await app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json })
  expect((await confirm(right)).status).toBe(400)
  expect(await emails('status=ACTIVE')).toEqual([])
  expect((await confirm(await confirmTokenOf('eric@example.rw'))).status).toBe(200)
  expect(await emails('status=ACTIVE')).toEqual(['eric@example.rw'])
})

test('a link to confirm is good for seven days, then the address is deleted, and can be entered again', async () => {
  await join('stays@example.rw')
  await subscribe('aline@example.rw')
  const link = await confirmTokenOf('aline@example.rw')
  app.advanceS(7 * 24 * 60 * 60 - 1)
  token = await app.signIn('RECRUITER')
  await removeOldSubscribers(app.services)
  expect(await emails('status=UNCONFIRMED')).toEqual(['aline@example.rw'])
  expect((await stateOf(link)).status).toBe(200)
  app.advanceS(1)
  const late = [(await stateOf(link)).status, (await confirm(link)).status]
  await removeOldSubscribers(app.services)
  expect([...late, (await stateOf(link)).status, (await confirm(link)).status]).toEqual(
    Array(4).fill(410),
  )
  expect(await emails()).toEqual(['stays@example.rw'])
  await join('aline@example.rw')
  expect(await emails('status=ACTIVE')).toHaveLength(2)
})

test('who enters an address again is asked again, ten minutes later at the earliest', async () => {
  await subscribe('aline@example.rw')
  app.advanceS(10 * 60 - 1)
  await subscribe('aline@example.rw')
  expect(await outbox()).toHaveLength(1)
  app.advanceS(1)
  await subscribe('aline@example.rw')
  expect(await outbox()).toHaveLength(2)
  expect(await emails()).toHaveLength(1)
})

test('who was subscribed before anybody was asked stays so', async () => {
  const at = '2026-01-01T08:00:00.000Z'
  const email = 'aline@example.rw'
  await app.services.database
    .insertInto('subscribers')
    .values({ email, email_key: email, created_at: at, updated_at: at })
    .execute()
  await removeOldSubscribers(app.services)
  expect(await emails('status=ACTIVE')).toEqual([email])
})

test('who has confirmed is welcomed, with one-click unsubscribe headers', async () => {
  await join('aline@example.rw')
  const [, email, ...more] = await outbox()
  expect([email?.recipient, more]).toEqual(['aline@example.rw', []])
  const link = email?.unsubscribe_link ?? ''
  expect(link).toMatch(/^http:\/\/localhost:\d+\/newsletter\/unsubscribe\?token=/)
  expect(email?.body).toContain(link)
  await unsubscribe(new URL(link).searchParams.get('token'))
  expect(await emails('status=ACTIVE')).toEqual([])
})

test('a stranger cannot resubscribe who has left: the owner is asked, once a week, and decides', async () => {
  await join('aline@example.rw')
  const { id } = (await list()).results[0]
  await unsubscribe(unsubscribeToken(app.services, id))
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await subscribe('Aline@Example.rw', `198.51.100.${time}`)
    expect([status, body]).toEqual([200, thanks])
  }
  expect(await emails('status=ACTIVE')).toEqual([])
  const [, , question, ...more] = await outbox()
  expect(more).toEqual([])
  expect(question).toMatchObject({ recipient: 'aline@example.rw' })
  const link = /unsubscribe\?token=(\S+)/.exec(question?.body ?? '')?.[1]
  const json = { token: link }
  expect((await app.json('/api/website/resubscribe/', { method: 'POST', json })).status).toBe(200)
  expect(await emails('status=ACTIVE')).toEqual(['aline@example.rw'])
  await unsubscribe(link)
  app.advanceS(7 * 24 * 60 * 60)
  await subscribe('aline@example.rw')
  expect(await outbox()).toHaveLength(4)
})

test('who is subscribed already takes a commit as others do, so that the time tells nothing', async () => {
  await join('aline@example.rw')
  const written = (await outbox()).length
  const last = (await outbox()).at(-1)?.id ?? 0
  expect((await subscribe('aline@example.rw')).body).toEqual(thanks)
  expect(await outbox()).toHaveLength(written)
  await subscribe('eric@example.rw')
  // One was written, and dropped.
  expect((await outbox()).at(-1)?.id).toBe(last + 2)
})

test('one mailbox gets ten emails a day from strangers, and is not subscribed without one', async () => {
  for (let count = 0; count < 30; count += 1) {
    const { status, body } = await subscribe(`victim+${count}@example.rw`, `198.51.100.${count}`)
    expect([status, body]).toEqual([200, thanks])
  }
  expect(await outbox()).toHaveLength(10)
  expect((await list()).total_items).toBe(10)
  await subscribe('aline@example.rw')
  expect(await outbox()).toHaveLength(11)
  app.advanceS(24 * 60 * 60)
  await subscribe('victim@example.rw')
  expect(await outbox()).toHaveLength(12)
})

test('a link that was not signed here ends nothing', async () => {
  await join('aline@example.rw')
  const { id } = (await list()).results[0]
  const other = unsubscribeToken({ secret: 'another secret that is long enough' }, id)
  const right = unsubscribeToken(app.services, id)
  const forged = [other, `${id + 1}.${right.split('.')[1]}`, `0${right}`, `${id}.`, String(id), '']
  for (const link of forged) {
    const { status, body } = await unsubscribe(link)
    expect([status, Object.keys(body)]).toEqual([400, ['detail']])
  }
  expect((await unsubscribe(undefined)).status).toBe(400)
  expect(await emails('status=ACTIVE')).toHaveLength(1)
})

test('subscriptions are limited by client IP, and refused ones apart', async () => {
  for (let count = 0; count < 20; count += 1) await subscribe('', '192.0.2.9')
  expect((await subscribe('', '192.0.2.9')).status).toBe(429)
  for (let count = 0; count < 59; count += 1) {
    expect((await subscribe(`guest${count}@example.rw`, '192.0.2.9')).status).toBe(200)
  }
  expect((await subscribe('aline@example.rw', '192.0.2.9')).status).toBe(429)
  expect((await list()).total_items).toBe(59)
})
