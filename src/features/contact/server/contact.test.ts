import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleMessage as right } from '#seed/factories/messages.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (json: unknown) => app.json('/api/website/contact-us/', { method: 'POST', json })
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
