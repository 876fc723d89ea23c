import { afterEach, beforeEach, expect, test } from 'vitest'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, createCohortAndStack } from '#testing/applying.ts'
import { useUpEmails } from '#testing/used-up-emails.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
})
afterEach(() => app[Symbol.asyncDispose]())

const right = { full_name: 'Aline Uwase', email: 'aline@example.rw' }
const register = (id: number, json: object, clientIp: string) =>
  app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json, clientIp })
const registeredOf = async (id: number) => {
  const events = app.services.database.selectFrom('events').select('registered')
  return (await events.where('id', '=', id).executeTakeFirstOrThrow()).registered
}

test('one mailbox gets ten emails a day from strangers, whatever form they use', async () => {
  const count = 12
  for (let event = 0; event < count; event += 1) {
    const id = await createEvent(app.services)
    const email = `victim+${event}@example.rw`
    expect((await register(id, { ...right, email }, `10.1.0.${event}`)).status).toBe(201)
    const json = { email: `victim+n${event}@example.rw` }
    await app.json('/api/website/subscribe/', { method: 'POST', json, clientIp: `10.9.0.${event}` })
  }
  const { database } = app.services
  const rows = (table: 'outbox' | 'event_registrations') =>
    database.selectFrom(table).select('id').execute()
  expect(await rows('outbox')).toHaveLength(10)
  expect(await rows('event_registrations')).toHaveLength(count)
})

test('one address causes 300 emails a day to strangers; what it sends beyond is stored without one', async () => {
  const { database, now } = app.services
  const clientIp = '192.0.2.1'
  for (let count = 0; count < 299; count += 1) {
    const mailbox = `stranger${count}@example.rw`
    expect(await consumeEmailLimits(database, { clientIp }, mailbox, now())).toBe(true)
  }
  const event = await createEvent(app.services)
  const target = await createCohortAndStack(app)
  const applyAs = (email: string, by = clientIp) => {
    const body = applicationForm(target, { email })
    return app.json('/api/website/application/', { method: 'POST', body, clientIp: by })
  }
  const recipients = async () =>
    (await database.selectFrom('outbox').select('recipient').orderBy('id').execute()).map(
      ({ recipient }) => recipient,
    )
  expect((await applyAs('last@example.rw')).status).toBe(201)
  expect((await applyAs('beyond@example.rw')).status).toBe(201)
  expect((await register(event, right, clientIp)).status).toBe(201)
  expect(await registeredOf(event)).toBe(1)
  expect(await recipients()).toEqual(['last@example.rw'])
  // The mailbox hasn't been counted: its owner gets an email for what they send from elsewhere.
  for (let count = 0; count < 10; count += 1) {
    await consumeEmailLimits(database, { clientIp }, 'owner@example.rw', now())
  }
  expect((await applyAs('owner@example.rw', '192.0.2.2')).status).toBe(201)
  app.advanceS(24 * 60 * 60)
  expect((await applyAs('tomorrow@example.rw')).status).toBe(201)
  expect(await recipients()).toEqual(['last@example.rw', 'owner@example.rw', 'tomorrow@example.rw'])
})

test('who registers again where too many emails were caused still gets one from elsewhere', async () => {
  const id = await createEvent(app.services)
  await useUpEmails(app, '192.0.2.1')
  const sent = async () =>
    (await app.services.database.selectFrom('outbox').select('id').execute()).length
  for (let time = 0; time < 2; time += 1) {
    expect((await register(id, right, '192.0.2.1')).status).toBe(201)
  }
  expect([await registeredOf(id), await sent()]).toEqual([1, 0])
  for (let time = 0; time < 2; time += 1) await register(id, right, '192.0.2.2')
  expect([await registeredOf(id), await sent()]).toEqual([1, 1])
})

test('registrations are limited by client IP, more strictly without a form token', async () => {
  const id = await createEvent(app.services)
  const form_token = issueFormToken(app.services)
  const send = (index: number, extra: object) =>
    register(id, { ...right, email: `g${index}@example.rw`, ...extra }, '192.0.2.1')
  for (let index = 0; index < 5; index += 1) expect((await send(index, {})).status).toBe(201)
  const refused = await send(5, {})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  expect((await send(6, { form_token })).status).toBe(201)
  for (let index = 0; index < 19; index += 1) {
    expect((await send(7, { full_name: '', form_token })).status).toBe(400)
  }
  expect((await send(7, { full_name: '', form_token })).status).toBe(429)
  expect((await send(7, { form_token })).status).toBe(201)
  expect(await registeredOf(id)).toBe(7)
})

test('one address takes sixty places of an event a day: a class gets in, and others still do', async () => {
  const id = await createEvent(app.services, { capacity: 100 })
  const send = (index: number, clientIp: string, form_token: string) =>
    register(id, { ...right, email: `g${index}@example.rw`, form_token }, clientIp)
  const page = issueFormToken(app.services)
  // A computer room that has opened the page within the same minute, and so with the same token.
  for (let index = 0; index < 40; index += 1) {
    expect((await send(index, '192.0.2.1', page)).status).toBe(201)
  }
  for (let index = 40; index < 60; index += 1) {
    app.advanceS(60)
    expect((await send(index, '192.0.2.1', issueFormToken(app.services))).status).toBe(201)
  }
  const refused = await send(60, '192.0.2.1', issueFormToken(app.services))
  expect(refused.status).toBe(429)
  expect(refused.body.detail).toContain('from your network')
  // The refusal doesn't tell who is on the list already.
  expect((await send(0, '192.0.2.1', issueFormToken(app.services))).status).toBe(429)
  expect((await send(60, '192.0.2.2', page)).status).toBe(201)
  expect(await registeredOf(id)).toBe(61)
})

test('of a large event one address takes half of the places, and of one without a limit any number', async () => {
  const large = await createEvent(app.services, { capacity: 140 })
  const open = await createEvent(app.services, { capacity: null })
  const send = (id: number, index: number) => {
    app.advanceS(60)
    const form_token = issueFormToken(app.services)
    return register(id, { ...right, email: `g${index}@example.rw`, form_token }, '192.0.2.1')
  }
  for (const id of [large, open]) {
    for (let index = 0; index < 70; index += 1) expect((await send(id, index)).status).toBe(201)
  }
  expect([(await send(large, 70)).status, (await send(open, 70)).status]).toEqual([429, 201])
})
