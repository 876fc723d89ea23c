import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = {
  full_name: 'Katharina Vogel',
  email: 'katharina@spreewerk.example',
  phone: '+49 30 1234567',
  subject: 'Two backend developers',
  message: 'We look for two developers from April on.',
}
const send = (json: unknown, clientIp?: string) =>
  app.json('/api/website/contact-us/', { method: 'POST', json, ...(clientIp ? { clientIp } : {}) })
const list = async (query = '') =>
  (await app.json(`/api/website/contact-us/?${query}`, { token })).body
const patch = (path: string, json: unknown) =>
  app.json(`/api/admin/contacts/${path}/`, { method: 'PATCH', token, json })
const remove = (id: number) => app.json(`/api/admin/contacts/${id}/`, { method: 'DELETE', token })
const subjects = async (query = '') =>
  (await list(query)).results.map((contact: { subject: string }) => contact.subject)
const idOf = async (subject: string): Promise<number> =>
  (await list()).results.find((contact: { subject: string }) => contact.subject === subject).id

test('a message is stored unchanged, new and unread, and the response repeats none of it', async () => {
  const { status, body } = await send({ ...right, full_name: `  ${right.full_name} ` })
  expect(status).toBe(201)
  expect(body).toEqual({ detail: 'Your Query was sent successfuly' })
  const { results, total_items } = await list()
  expect(total_items).toBe(1)
  expect(results[0]).toEqual({
    ...right,
    id: expect.any(Number),
    status: 'NEW',
    is_read: false,
    owner: null,
    answered_at: null,
    answer_due_at: '2026-03-03T08:00:00.000Z',
    consent_version: privacyVersion,
    created_at: '2026-03-02T08:00:00.000Z',
    updated_at: '2026-03-02T08:00:00.000Z',
  })
})

test('all invalid fields are named at once, with their messages', async () => {
  const messages = {
    full_name: ['Make sure the full name is complete'],
    email: ['Please enter a valid email address.'],
    phone: ['Please enter a valid phone number.'],
    subject: ['Subject is required.'],
    message: ['Message should be at least 10 characters.'],
  }
  const nearly = {
    full_name: 'Ali',
    email: 'ali@nowhere',
    phone: '078812345',
    subject: 'Hi',
    message: 'Too short',
  }
  for (const json of [{}, nearly, { ...nearly, full_name: '   a   ', message: '         x' }]) {
    const { status, body } = await send(json)
    expect([status, body]).toEqual([400, messages])
  }
  expect((await list()).total_items).toBe(0)
})

test('the minimum and maximum lengths are accepted, one character more is not', async () => {
  const shortest = {
    full_name: 'Alia',
    email: 'a@b.rw',
    phone: '0788123456',
    subject: 'Job',
    message: '1234567890',
  }
  expect((await send(shortest)).status).toBe(201)
  expect((await send({ ...right, message: 'x'.repeat(5000) })).status).toBe(201)
  expect((await send({ ...right, message: 'x'.repeat(5001) })).body).toEqual({
    message: ['At most 5000 characters'],
  })
})

test('markup in a message is stored as plain text', async () => {
  const hostile = {
    ...right,
    full_name: `<script>alert(1)</script>`,
    subject: `'; drop table contact_messages; --`,
    message: `=cmd|' /C calc'!A0 \${7*7} %_\\ "><img src=x onerror=alert(1)>`,
  }
  expect((await send(hostile)).status).toBe(201)
  expect((await list()).results[0]).toMatchObject(hostile)
  expect(await subjects('search=%25_%5C')).toHaveLength(1)
  expect(await subjects('search=%25nothing')).toEqual([])
})

test('a status and an id sent by a visitor are ignored', async () => {
  await send({ ...right, id: 77, status: 'RESOLVED', is_read: true, read_at: '2020-01-01' })
  expect((await list()).results[0]).toMatchObject({ status: 'NEW', is_read: false })
})

test('staff filter by status and read, search without accents, sort and page', async () => {
  await send({ ...right, subject: 'First', full_name: 'Zoé Müller', message: 'The first message.' })
  app.advanceS(60)
  await send({
    ...right,
    subject: 'Second',
    full_name: 'Albert Weiss',
    message: 'The second message.',
  })
  app.advanceS(60)
  await send({ ...right, subject: 'Third' })
  const [first, second] = [await idOf('First'), await idOf('Second')]
  await patch(`${first}/status`, { status: 'in_progress' })
  await patch(`${second}/read`, { is_read: true })
  expect(await subjects()).toEqual(['Third', 'Second', 'First'])
  expect(await subjects('page=2&page_size=2')).toEqual(['First'])
  expect(await subjects('status=IN_PROGRESS')).toEqual(['First'])
  expect(await subjects('status=new&is_read=false')).toEqual(['Third'])
  expect(await subjects('status=spam,in_progress')).toEqual(['First'])
  expect(await subjects('is_read=true')).toEqual(['Second'])
  expect(await subjects('status=&is_read=')).toHaveLength(3)
  expect(await subjects('search=zoe%20mull')).toEqual(['First'])
  expect(await subjects('ordering=full_name')).toEqual(['Second', 'Third', 'First'])
  const wrong = await app.json('/api/website/contact-us/?status=odd&is_read=maybe', { token })
  expect(wrong.body).toEqual({
    status: ['Please choose a status'],
    is_read: ['Please choose true or false'],
  })
})

test('one message is read, marked, given a status and deleted', async () => {
  await send(right)
  const id = await idOf(right.subject)
  const get = () => app.json(`/api/admin/contacts/${id}/`, { token })
  expect((await get()).body).toMatchObject(right)
  expect((await get()).body.is_read).toBe(false)
  expect((await patch(`${id}/read`, { is_read: true })).body.is_read).toBe(true)
  expect((await patch(`${id}/read`, { is_read: false })).body.is_read).toBe(false)
  expect((await patch(`${id}/status`, { status: 'SPAM' })).body.status).toBe('SPAM')
  expect((await patch(`${id}/status`, { status: 'LOST' })).body).toEqual({
    status: ['Please choose a status'],
  })
  expect((await patch(`${id}/read`, {})).body).toEqual({
    is_read: ['Please choose true or false'],
  })
  expect((await remove(id)).status).toBe(204)
  for (const { status } of [
    await remove(id),
    await get(),
    await patch(`${id}/read`, { is_read: true }),
  ]) {
    expect(status).toBe(404)
  }
})

test('a batch reports the outcome of each message once', async () => {
  for (const subject of ['One thing', 'Two things', 'Three things'])
    await send({ ...right, subject })
  const [one, two, three] = [
    await idOf('One thing'),
    await idOf('Two things'),
    await idOf('Three things'),
  ]
  const batch = (contact_ids: number[], action: string) => patch('batch', { contact_ids, action })
  expect((await batch([two, 999, one, two], 'mark_resolved')).body).toEqual({
    version: '2026-03-02T08:00:00.001Z',
    succeeded: [two, one],
    failed: [{ id: 999, detail: 'This message was not found. It may have been deleted.' }],
  })
  expect(await subjects('status=RESOLVED')).toHaveLength(2)
  await batch([three], 'mark_read')
  expect(await subjects('is_read=true')).toEqual(['Three things'])
  await batch([three], 'mark_unread')
  expect(await subjects('is_read=true')).toEqual([])
  await batch([one], 'mark_new')
  await batch([two], 'mark_in_progress')
  await batch([three], 'mark_spam')
  for (const status of ['NEW', 'IN_PROGRESS', 'SPAM']) {
    expect(await subjects(`status=${status}`)).toHaveLength(1)
  }
  expect((await batch([one, three], 'delete')).body).toEqual({
    succeeded: [one, three],
    failed: [],
    version: null,
  })
  expect(await subjects()).toEqual(['Two things'])
  expect((await patch('batch', { contact_ids: [], action: 'burn' })).body).toEqual({
    contact_ids: ['Please select at least one'],
    action: ['Please choose an action'],
  })
})

test('only recruiters and administrators access messages', async () => {
  await send(right)
  const editor = await app.signIn('EDITOR')
  const refused = await app.json('/api/website/contact-us/', { token: editor })
  expect(refused.status).toBe(403)
  const nobody = await app.json('/api/website/contact-us/')
  expect(nobody.status).toBe(401)
  expect(JSON.stringify([refused.body, nobody.body])).not.toContain('katharina')
})

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
