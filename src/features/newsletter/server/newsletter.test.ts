import { afterEach, beforeEach, expect, test } from 'vitest'
import { suppress } from '#platform/mail/suppressions.ts'
import { signId } from '#platform/security/signed-id.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { TestApp } from '#testing/app.ts'
import { startSubscribing } from '#testing/subscribing.ts'
import { useUpEmails } from '#testing/used-up-emails.ts'
import { confirmNotes } from '../confirm-notes.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startSubscribing>>
beforeEach(async () => {
  site = await startSubscribing()
  app = site.app
})
afterEach(() => app[Symbol.asyncDispose]())

const detail = 'You have successfuly subscribe to our news letter'
const thanks = { detail, note: confirmNotes.held }

test('a subscriber is stored and gets the required message', async () => {
  const { status, body } = await site.subscribe(' Aline@Example.rw ')
  expect([status, body]).toEqual([200, thanks])
  expect((await site.list()).results).toEqual([
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
  expect(await site.emails()).toEqual([])
  expect((await send('')).body).toEqual(thanks)
  expect(await site.emails()).toEqual(['victim@example.com'])
})

test.each([undefined, null, '', 'aline', 'aline@example', 'a b@c.rw', 7])(
  '%j is refused as an email',
  async (email) => {
    const { status, body } = await site.subscribe(email)
    expect([status, body]).toEqual([400, { email: ['Please enter a valid email address'] }])
    expect((await site.list()).total_items).toBe(0)
  },
)

test('subscribing twice stores once and gets the same response', async () => {
  const first = await site.subscribe('aline@example.rw')
  const second = await site.subscribe('ALINE@example.rw', '192.0.2.2')
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await site.emails()).toEqual(['aline@example.rw'])
})

test('ten concurrent subscriptions of one email store it once and get the same response', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      site.subscribe('aline@example.rw', `192.0.2.${index}`),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await site.emails()).toHaveLength(1)
  expect(await site.outbox()).toHaveLength(1)
})

test('the link in the email ends that subscription only, and repeating it is harmless', async () => {
  await site.join('aline@example.rw')
  await site.join('eric@example.rw')
  const { id, email } = (await site.list('search=aline')).results[0]
  const link = unsubscribeToken(app.services, { id, email })
  for (let time = 0; time < 2; time += 1) expect((await site.unsubscribe(link)).status).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['eric@example.rw'])
  expect(await site.emails('status=unsubscribed')).toEqual(['aline@example.rw'])
  await site.remove(id)
  expect((await site.unsubscribe(link)).status).toBe(200)
})

test('the link shows the status and can reactivate an ended subscription, but not a deleted one', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  const link = unsubscribeToken(app.services, { id, email })
  const state = () => app.json(`/api/website/unsubscribe/?token=${link}`)
  const back = (given: string) =>
    app.json('/api/website/resubscribe/', { method: 'POST', json: { token: given } })
  expect((await state()).body).toEqual({ status: 'ACTIVE' })
  await site.unsubscribe(link)
  expect((await state()).body).toEqual({ status: 'UNSUBSCRIBED' })
  expect((await back(link)).status).toBe(200)
  expect((await state()).body).toEqual({ status: 'ACTIVE' })
  expect((await back(`${link}x`)).status).toBe(400)
  await site.remove(id)
  expect((await back(link)).status).toBe(404)
})

test('who leaves once staff have deleted them gets nothing when that is undone', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  const linkTo = (address: string) => unsubscribeToken(app.services, { id, email: address })
  const state = async () =>
    (await app.json(`/api/website/unsubscribe/?token=${linkTo(email)}`)).status
  await site.remove(id)
  // The link of an address that staff have corrected.
  expect((await site.unsubscribe(linkTo('mistyped@example.rw'))).status).toBe(200)
  expect(await state()).toBe(200)
  expect((await site.unsubscribe(linkTo(email))).status).toBe(200)
  expect(await state()).toBe(404)
  const token = await app.signIn('ADMIN')
  const json = { kind: 'subscriber', row_ids: [String(id)] }
  const undone = await app.json('/api/admin/trash/undo/', { method: 'POST', token, json })
  expect(undone.body.succeeded).toEqual([])
  expect(await site.emails()).toEqual([])
})

test('an old link ends the subscription of who has subscribed again since staff deleted them', async () => {
  await site.join('aline@example.rw')
  await site.join('eric@example.rw')
  const { id, email } = (await site.list('search=aline')).results[0]
  await site.remove(id)
  await site.join('Aline@Example.rw')
  expect((await site.unsubscribe(unsubscribeToken(app.services, { id, email }))).status).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['eric@example.rw'])
})

test('who subscribes again by the link of an email gets emails again', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  const json = { token: unsubscribeToken(app.services, { id, email }) }
  await site.unsubscribe(json.token)
  const now = app.services.now().toISOString()
  const bounce = { reason: 'HARD_BOUNCE', detail: '5.1.1 No such user' } as const
  await suppress(app.services.database, email, bounce, now, now)
  expect((await site.list()).results).toMatchObject([{ suppression: bounce }])
  expect((await app.json('/api/website/resubscribe/', { method: 'POST', json })).status).toBe(200)
  expect((await site.list()).results).toMatchObject([{ status: 'ACTIVE', suppression: null }])
})

test('a stranger cannot resubscribe who has left: the owner is asked, once a week, and decides', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  await site.unsubscribe(unsubscribeToken(app.services, { id, email }))
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await site.subscribe('Aline@Example.rw', `198.51.100.${time}`)
    expect([status, body]).toEqual([200, thanks])
  }
  expect(await site.emails('status=ACTIVE')).toEqual([])
  const [, , question, ...more] = await site.outbox()
  expect(more).toEqual([])
  expect(question).toMatchObject({ recipient: 'aline@example.rw' })
  const link = /unsubscribe\?token=(\S+)&return=yes/.exec(question?.body ?? '')?.[1]
  const json = { token: link }
  expect((await app.json('/api/website/resubscribe/', { method: 'POST', json })).status).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['aline@example.rw'])
  await site.unsubscribe(link)
  app.advanceS(7 * 24 * 60 * 60)
  await site.subscribe('aline@example.rw')
  expect(await site.outbox()).toHaveLength(4)
})

test('who has left is still asked this week where an address has caused too many emails for it', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  await site.unsubscribe(unsubscribeToken(app.services, { id, email }))
  const before = (await site.outbox()).length
  await useUpEmails(app, '198.51.100.1')
  expect((await site.subscribe(email, '198.51.100.1')).body).toEqual(thanks)
  expect(await site.outbox()).toHaveLength(before)
  for (let time = 0; time < 2; time += 1) await site.subscribe(email, '198.51.100.2')
  expect(await site.outbox()).toHaveLength(before + 1)
})

test('who is subscribed already takes a commit as others do, so that the time tells nothing', async () => {
  await site.join('aline@example.rw')
  const written = (await site.outbox()).length
  const last = (await site.outbox()).at(-1)?.id ?? 0
  expect((await site.subscribe('aline@example.rw')).body).toEqual(thanks)
  expect(await site.outbox()).toHaveLength(written)
  await site.subscribe('eric@example.rw')
  // One was written, and dropped.
  expect((await site.outbox()).at(-1)?.id).toBe(last + 2)
})

test('one mailbox gets ten emails a day from strangers, and is not subscribed without one', async () => {
  for (let count = 0; count < 30; count += 1) {
    const { status, body } = await site.subscribe(
      `victim+${count}@example.rw`,
      `198.51.100.${count}`,
    )
    expect([status, body]).toEqual([200, thanks])
  }
  expect(await site.outbox()).toHaveLength(10)
  expect((await site.list()).total_items).toBe(10)
  await site.subscribe('aline@example.rw')
  expect(await site.outbox()).toHaveLength(11)
  app.advanceS(24 * 60 * 60)
  await site.subscribe('victim@example.rw')
  expect(await site.outbox()).toHaveLength(12)
})

test('a link that was not signed here ends nothing', async () => {
  await site.join('aline@example.rw')
  const { id, email } = (await site.list()).results[0]
  const other = unsubscribeToken({ secret: 'another secret that is long enough' }, { id, email })
  const right = unsubscribeToken(app.services, { id, email })
  const [, mark, signature] = right.split('.')
  const foreign = unsubscribeToken(app.services, { id, email: 'eric@example.rw' }).split('.')[1]
  const forged = [
    other,
    `${id + 1}.${mark}.${signature}`,
    `${id}.${foreign}.${signature}`,
    `${id}.${signature}`,
    `0${right}`,
    `${right}.`,
    `${id}.`,
    String(id),
    '',
  ]
  for (const link of forged) {
    const { status, body } = await site.unsubscribe(link)
    expect([status, Object.keys(body)]).toEqual([400, ['detail']])
  }
  expect((await site.unsubscribe(undefined)).status).toBe(400)
  expect(await site.emails('status=ACTIVE')).toHaveLength(1)
})

test('the link of a mistyped address does nothing to the one that staff have corrected it to', async () => {
  await site.join('alin@example.rw')
  const { id, email } = (await site.list()).results[0]
  const wrong = unsubscribeToken(app.services, { id, email })
  const stateOf = async (token: string) =>
    (await app.json(`/api/website/unsubscribe/?token=${token}`)).status
  const back = async (token: string) =>
    (await app.json('/api/website/resubscribe/', { method: 'POST', json: { token } })).status
  await site.edit(id, { email: 'aline@example.rw' })
  await site.confirm(await site.confirmTokenOf('aline@example.rw'))
  const right = unsubscribeToken(app.services, { id, email: 'aline@example.rw' })
  expect([(await site.unsubscribe(wrong)).status, await stateOf(wrong)]).toEqual([200, 404])
  expect(await site.emails('status=ACTIVE')).toEqual(['aline@example.rw'])
  await site.unsubscribe(right)
  expect(await back(wrong)).toBe(404)
  expect(await site.emails('status=ACTIVE')).toEqual([])
  for (let time = 0; time < 2; time += 1) expect(await back(right)).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['aline@example.rw'])
})

test('a link of before tokens named an address ends a subscription, and brings nobody back', async () => {
  await site.join('aline@example.rw')
  const { id } = (await site.list()).results[0]
  const token = signId(app.services, 'newsletter', id)
  expect((await site.unsubscribe(token)).status).toBe(200)
  expect((await app.json(`/api/website/unsubscribe/?token=${token}`)).body).toEqual({
    status: 'UNSUBSCRIBED',
  })
  const json = { token }
  expect((await app.json('/api/website/resubscribe/', { method: 'POST', json })).status).toBe(410)
  expect(await site.emails('status=ACTIVE')).toEqual([])
})

test('subscriptions are limited by client IP, and refused ones apart', async () => {
  for (let count = 0; count < 20; count += 1) await site.subscribe('', '192.0.2.9')
  expect((await site.subscribe('', '192.0.2.9')).status).toBe(429)
  for (let count = 0; count < 59; count += 1) {
    expect((await site.subscribe(`guest${count}@example.rw`, '192.0.2.9')).status).toBe(200)
  }
  expect((await site.subscribe('aline@example.rw', '192.0.2.9')).status).toBe(429)
  expect((await site.list()).total_items).toBe(59)
})
