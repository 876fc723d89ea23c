import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { sampleMessage as right } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (json: object, clientIp?: string) =>
  app.json('/api/website/contact-us/', { method: 'POST', json, ...(clientIp && { clientIp }) })
const list = async (query = '') =>
  (await app.json(`/api/website/contact-us/?${query}`, { token })).body

test('suspected spam gets the usual response and is stored as spam', async () => {
  const tokens: Record<string, string> = { good: issueFormToken(app.services) }
  app.advanceS(60)
  tokens.tooFast = issueFormToken(app.services)
  tokens.forged = `${tokens.tooFast}x`
  const links = (count: number) => Array(count).fill('See https://a.example/ please.').join(' ')
  const messages: [string, object][] = [
    ['NEW', { message: links(2), form_token: tokens.good }],
    ['SPAM', { message: links(3), form_token: tokens.good }],
    [
      'SPAM',
      { message: 'I fill in every field.', website: 'https://a.example', form_token: tokens.good },
    ],
    ['NEW', { form_token: tokens.tooFast }],
    ['SPAM', { message: links(1), form_token: tokens.tooFast }],
    ['NEW', { message: `${links(1)} Soon.`, form_token: tokens.forged }],
    ['SPAM', { message: `${links(2)} Soon.` }],
    ['NEW', { message: 'A space fills no honeypot.', website: ' ' }],
  ]
  const statuses: string[] = []
  for (const [, changes] of messages) {
    const { status, body } = await send({ ...right, ...changes })
    expect([status, body]).toEqual([201, { detail: 'Your Query was sent successfuly' }])
    statuses.push((await list('ordering=-created_at')).results[0].status)
  }
  expect(statuses).toEqual(messages.map(([expected]) => expected))
})

test('of 200 equal messages from 50 addresses one arrives as new, and the others as spam', async () => {
  for (let count = 0; count < 200; count += 1) {
    const form_token = issueFormToken(app.services)
    const message = count % 2 === 0 ? right.message : ` ${right.message.toUpperCase()}!`
    const sent = await send({ ...right, message, form_token }, `198.18.0.${count % 50}`)
    expect([sent.status, sent.body]).toEqual([201, { detail: 'Your Query was sent successfuly' }])
  }
  expect((await list('status=NEW')).total_items).toBe(1)
  expect((await list('status=SPAM')).total_items).toBe(199)
  await send({ ...right, message: 'We look for two designers from May on.' })
  app.advanceS(24 * 60 * 60)
  await send(right)
  token = await app.signIn('RECRUITER')
  expect((await list('status=NEW')).total_items).toBe(3)
})

test('strangers who write the same words arrive as new and are confirmed, until they are a flood', async () => {
  const message = 'Please call me back.'
  for (const email of ['aline@example.rw', 'eric@example.rw', 'ALINE@example.rw']) {
    await send({ ...right, email, message })
  }
  expect((await list('status=NEW')).total_items).toBe(2)
  const confirmed = await app.services.database
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', 'like', '%@example.rw')
    .orderBy('recipient')
    .execute()
  expect(confirmed.map(({ recipient }) => recipient)).toEqual([
    'aline@example.rw',
    'eric@example.rw',
  ])
  for (let count = 0; count < 5; count += 1) {
    await send({ ...right, email: `bot${count}@example.rw`, message }, `198.18.0.${count}`)
  }
  expect((await list('status=NEW')).total_items).toBe(3)
  expect((await list('status=SPAM')).total_items).toBe(5)
})

test('who mistyped their email and sends the message again with the right one arrives as new', async () => {
  const mistyped = 'katharina@spreewerk.exampel'
  await send({ ...right, email: mistyped })
  await send(right)
  const { results } = await list('status=NEW')
  expect(results.map(({ email }: { email: string }) => email).sort()).toEqual(
    [right.email, mistyped].sort(),
  )
})

test('of equal messages at once one arrives as new', async () => {
  const form_token = issueFormToken(app.services)
  await Promise.all(Array.from({ length: 5 }, () => send({ ...right, form_token })))
  const { results } = await list()
  const statuses = results.map(({ status }: { status: string }) => status)
  expect(statuses.sort()).toEqual(['NEW', 'SPAM', 'SPAM', 'SPAM', 'SPAM'])
})

test('messages are limited by client IP, more strictly without a form token', async () => {
  const form_token = issueFormToken(app.services)
  for (let count = 0; count < 10; count += 1) {
    expect((await send(right, '192.0.2.1')).status).toBe(201)
  }
  const refused = await send(right, '192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  for (let count = 0; count < 10; count += 1) {
    expect((await send({ ...right, form_token }, '192.0.2.1')).status).toBe(201)
  }
  expect((await send({ ...right, form_token }, '192.0.2.1')).status).toBe(429)
  expect((await send(right, '192.0.2.2')).status).toBe(201)
  expect((await list()).total_items).toBe(21)
})
