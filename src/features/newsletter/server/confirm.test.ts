import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { startSubscribing } from '#testing/subscribing.ts'
import { getAsked, removeOldSubscribers } from './subscribe.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startSubscribing>>
beforeEach(async () => {
  site = await startSubscribing()
  app = site.app
})
afterEach(() => app[Symbol.asyncDispose]())

const stateOf = (given: string) => app.json(`/api/website/subscribe/confirm/?token=${given}`)

test('nobody is subscribed before the link in the email is confirmed, and it welcomes once', async () => {
  await site.subscribe('aline@example.rw')
  await site.subscribe('ALINE@example.rw')
  const [question, ...others] = await site.outbox()
  expect([question?.recipient, question?.unsubscribe_link, others]).toEqual([
    'aline@example.rw',
    '',
    [],
  ])
  const link = await site.confirmTokenOf('aline@example.rw')
  for (let time = 0; time < 2; time += 1) {
    expect((await stateOf(link)).body).toEqual({ status: 'UNCONFIRMED' })
  }
  expect([await site.emails('status=ACTIVE'), await site.emails('status=UNCONFIRMED')]).toEqual([
    [],
    ['aline@example.rw'],
  ])
  const responses = await Promise.all(Array.from({ length: 5 }, () => site.confirm(link)))
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect((await stateOf(link)).body).toEqual({ status: 'ACTIVE' })
  expect((await site.list('status=ACTIVE')).results).toMatchObject([
    { asked_at: null, confirmed_at: '2026-03-02T08:00:00.000Z' },
  ])
  expect(await site.emails('status=UNCONFIRMED')).toEqual([])
  const subjects = (await site.outbox()).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Please confirm the newsletter of Huza',
    'Welcome to the newsletter of Huza',
  ])
})

test('a link that was not signed here, or for another address, confirms nothing', async () => {
  await site.subscribe('aline@example.rw')
  const { id } = (await site.list()).results[0]
  const right = await site.confirmTokenOf('aline@example.rw')
  const forged = [
    unsubscribeToken(app.services, { id, email: 'aline@example.rw' }),
    `${right}x`,
    `${id + 1}.${right.split('.')[1]}`,
    String(id),
    '',
  ]
  for (const link of forged) expect([400, 410]).toContain((await site.confirm(link)).status)
  expect((await site.confirm(right.slice(0, -1))).status).toBe(400)
  expect((await site.confirm(undefined)).status).toBe(400)
  // Staff correct the address: the link that went to the first one is worthless.
  await site.edit(id, { email: 'eric@example.rw' })
  expect((await site.confirm(right)).status).toBe(410)
  expect(await site.emails('status=ACTIVE')).toEqual([])
  expect((await site.confirm(await site.confirmTokenOf('eric@example.rw'))).status).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['eric@example.rw'])
})

test('a made-up link tells nobody which subscribers there are', async () => {
  await site.subscribe('aline@example.rw')
  const { id } = (await site.list()).results[0]
  const signature = 'A'.repeat(43)
  const toldOf = async (subscriber: number) => {
    const token = `${subscriber}.${signature}`
    const responses = [await stateOf(token), await site.confirm(token)]
    return responses.map(({ status, body }) => [status, body])
  }
  expect(await toldOf(id)).toEqual(await toldOf(id + 1))
  const statementsOf = async (subscriber: number) => {
    const statements: unknown[] = []
    const database = app.services.database.withPlugin({
      transformQuery({ node }) {
        statements.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const asked = getAsked({ ...app.services, database }, `${subscriber}.${signature}`)
    await expect(asked).rejects.toMatchObject({ status: 410 })
    return statements.length
  }
  // The time would tell it, too.
  expect(await statementsOf(id)).toBe(await statementsOf(id + 1))
})

test('a subscription that staff give another address waits until its owner confirms it', async () => {
  await site.join('alin@example.rw')
  const [{ id }] = (await site.list()).results
  await site.edit(id, { email: 'Alin@Example.rw' })
  expect(await site.emails('status=ACTIVE')).toEqual(['Alin@Example.rw'])
  const { status, body } = await site.edit(id, { email: 'aline@example.rw' })
  expect([status, body.status]).toEqual([200, 'UNCONFIRMED'])
  expect(await site.emails('status=ACTIVE')).toEqual([])
  expect((await site.outbox()).map(({ recipient }) => recipient)).toEqual([
    'alin@example.rw',
    'alin@example.rw',
    'aline@example.rw',
  ])
  expect((await site.confirm(await site.confirmTokenOf('aline@example.rw'))).status).toBe(200)
  expect(await site.emails('status=ACTIVE')).toEqual(['aline@example.rw'])
})

test('a link to confirm is good for seven days, then the address is deleted, and can be entered again', async () => {
  await site.join('stays@example.rw')
  await site.subscribe('aline@example.rw')
  const link = await site.confirmTokenOf('aline@example.rw')
  app.advanceS(7 * 24 * 60 * 60 - 1)
  await site.signInAgain()
  await removeOldSubscribers(app.services)
  expect(await site.emails('status=UNCONFIRMED')).toEqual(['aline@example.rw'])
  expect((await stateOf(link)).status).toBe(200)
  app.advanceS(1)
  const late = [(await stateOf(link)).status, (await site.confirm(link)).status]
  await removeOldSubscribers(app.services)
  expect([...late, (await stateOf(link)).status, (await site.confirm(link)).status]).toEqual(
    Array(4).fill(410),
  )
  expect(await site.emails()).toEqual(['stays@example.rw'])
  await site.join('aline@example.rw')
  expect(await site.emails('status=ACTIVE')).toHaveLength(2)
})

test('an email that asks to confirm is not sent once its address is deleted, and that of others is', async () => {
  const withheld = async () =>
    (await site.outbox()).map((email) => [email.recipient, email.withheld])
  await site.subscribe('aline@example.rw')
  app.advanceS(24 * 60 * 60)
  await site.subscribe('eric@example.rw')
  app.advanceS(6 * 24 * 60 * 60)
  await removeOldSubscribers(app.services)
  expect(await withheld()).toEqual([
    ['aline@example.rw', 'OUTDATED'],
    ['eric@example.rw', ''],
  ])
  await site.join('aline@example.rw')
  expect((await withheld()).slice(2)).toEqual(Array(2).fill(['aline@example.rw', '']))
})

test('who enters an address again is asked again, ten minutes later at the earliest', async () => {
  await site.subscribe('aline@example.rw')
  app.advanceS(10 * 60 - 1)
  await site.subscribe('aline@example.rw')
  expect(await site.outbox()).toHaveLength(1)
  app.advanceS(1)
  await site.subscribe('aline@example.rw')
  expect(await site.outbox()).toHaveLength(2)
  expect(await site.emails()).toHaveLength(1)
})

test('who was subscribed before anybody was asked stays so', async () => {
  const at = '2026-01-01T08:00:00.000Z'
  const email = 'aline@example.rw'
  await app.services.database
    .insertInto('subscribers')
    .values({ email, email_key: email, created_at: at, updated_at: at })
    .execute()
  await removeOldSubscribers(app.services)
  expect(await site.emails('status=ACTIVE')).toEqual([email])
})

test('who has confirmed is welcomed, with one-click unsubscribe headers', async () => {
  await site.join('aline@example.rw')
  const [, email, ...more] = await site.outbox()
  expect([email?.recipient, more]).toEqual(['aline@example.rw', []])
  const link = email?.unsubscribe_link ?? ''
  expect(link).toMatch(/^http:\/\/localhost:\d+\/newsletter\/unsubscribe\?token=/)
  expect(email?.body).toContain(link)
  await site.unsubscribe(new URL(link).searchParams.get('token'))
  expect(await site.emails('status=ACTIVE')).toEqual([])
})

onPostgres.each([
  ['corrected', { email: 'new@example.rw', email_key: 'new@example.rw' }, 410],
  ['ended', { unsubscribed_at: '2026-03-02T08:00:00.000Z' }, 410],
])(
  'a subscription that is %s while its link is opened is not confirmed by it',
  async (_, changes, status) => {
    await site.subscribe('aline@example.rw')
    const link = await site.confirmTokenOf('aline@example.rw')
    const [response] = await holdWhile(
      app,
      (held) => held.updateTable('subscribers').set(changes).execute(),
      [() => site.confirm(link)],
    )
    expect(response.status).toBe(status)
    expect(await site.emails('status=ACTIVE')).toEqual([])
    expect(await site.outbox()).toHaveLength(1)
  },
)
