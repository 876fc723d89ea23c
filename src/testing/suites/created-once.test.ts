import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedCalls } from '../audited-calls.ts'
import { isOfStaff, procedures } from '../bad-requests.ts'
import { services, startWorld, world } from '../races/race.ts'

beforeAll(() => startWorld())
afterAll(() => world.app[Symbol.asyncDispose]())

/** What is created once by other means, with the tests that show it. */
const shownIn: Readonly<Record<string, string>> = {
  'contact.reply':
    'contact/server/replies.test.ts: a text that answers the same version is sent once',
  'images.upload': 'images/server/upload.test.ts: equal files are one picture',
  'interviews.createSlots': 'interviews/server/slots.test.ts: several, without an id of their own',
}

/** For calls that refuse a field that they don't know. */
const otherWords: Readonly<Record<string, object>> = {
  'newsletterIssues.create': { subject: 'Other words' },
}

const tried = procedures
  .filter(({ method, status }) => method === 'POST' && status === 201)
  .filter((one) => isOfStaff(one) && !(one.name in shownIn))
const created = tried.filter(({ isCreatedOnce }) => isCreatedOnce).map(({ name }) => name)

/** What is there once already, so that the second is refused. */
const refused = tried.filter(({ isCreatedOnce }) => !isCreatedOnce).map(({ name }) => name)

/** @returns sends the request, always the same */
async function prepare(name: string) {
  const { path = '' } = procedures.find((one) => one.name === name) ?? {}
  const { id = '', json = {} } = (await auditedCalls[name]?.()) ?? {}
  return async (key: string, token = world.token, others = {}) => {
    const { status, body } = await world.app.json(`/api${path.replace('{id}', String(id))}`, {
      method: 'POST',
      token,
      json: { ...json, ...others },
      headers: { 'idempotency-key': key },
    })
    return { status, body }
  }
}

const countLines = async () => {
  const lines = services().database.selectFrom('audit_log').where('action', '=', 'created')
  return (await lines.select('id').execute()).length
}

test.each(created)('%s, sent again after a lost response, creates nothing more', async (name) => {
  const send = await prepare(name)
  const before = await countLines()
  const key = crypto.randomUUID()
  const [first, ...others] = [...(await Promise.all([send(key), send(key)])), await send(key)]
  expect(first?.status).toBe(201)
  expect(others).toEqual([first, first])
  expect(await countLines()).toBe(before + 1)
  // Nor do other words under its key.
  const other = otherWords[name] ?? { other: 'words' }
  expect((await send(key, world.token, other)).status).toBe(409)
  expect(await countLines()).toBe(before + 1)
})

test('a key of a note on a message is refused for a note on another message', async () => {
  const [send, sendToOther] = [await prepare('contact.addNote'), await prepare('contact.addNote')]
  const key = crypto.randomUUID()
  expect((await send(key)).status).toBe(201)
  const refusal = await sendToOther(key)
  const detail = 'This Idempotency-Key was used for another request. Please send a new one.'
  expect([refusal.status, refusal.body]).toEqual([409, { detail }])
  const notes = services().database.selectFrom('contact_notes').select('message_id')
  const other = (await sendToOther(`${key}0`)).body.id
  expect((await notes.where('message_id', '=', other).execute()).length).toBe(1)
})

test('the same fields in another order are the same request, but a list in another order is not', async () => {
  const send = await prepare('team.create')
  const key = crypto.randomUUID()
  const one = { role: 'Mentor', other: { a: 1, b: [2, { c: 3, d: 4 }] } }
  const same = { other: { b: [2, { d: 4, c: 3 }], a: 1 }, role: 'Mentor' }
  const first = await send(key, world.token, one)
  expect(first.status).toBe(201)
  expect(await send(key, world.token, same)).toEqual(first)
  const other = { ...one, other: { a: 1, b: [{ c: 3, d: 4 }, 2] } }
  expect((await send(key, world.token, other)).status).toBe(409)
})

test('of two requests at once with one key, but other words, one is refused', async () => {
  const send = await prepare('team.create')
  const before = await countLines()
  const key = crypto.randomUUID()
  const [one, other] = await Promise.all([send(key), send(key, world.token, { name: 'Another' })])
  expect([one?.status, other?.status].sort()).toEqual([201, 409])
  expect(await countLines()).toBe(before + 1)
})

test('a line of the version before tells nothing of its request, whose key is known all the same', async () => {
  const send = await prepare('team.create')
  const key = crypto.randomUUID()
  const first = await send(key)
  await services()
    .database.updateTable('audit_log')
    .set({ request_fingerprint: null })
    .where('request_key', '=', key)
    .execute()
  expect(await send(key)).toEqual(first)
})

test.each(refused)('%s, sent again after a lost response, is refused', async (name) => {
  const send = await prepare(name)
  const before = await countLines()
  const key = crypto.randomUUID()
  expect((await send(key)).status).toBe(201)
  expect([400, 409]).toContain((await send(key)).status)
  expect(await countLines()).toBe(before + 1)
})

test('another key is another request, and so is one of a colleague', async () => {
  const send = await prepare('team.create')
  const key = crypto.randomUUID()
  const members = [
    await send(key),
    await send(`${key}0`),
    await send(key, await world.app.signIn('EDITOR')),
  ]
  expect(new Set(members.map(({ body }) => body.id)).size).toBe(3)
  expect((await send('short')).status).toBe(400)
})

test('a note that its author has deleted is not there again when it is sent again', async () => {
  const send = await prepare('applicationNotes.add')
  const key = crypto.randomUUID()
  const { id } = (await send(key)).body
  const { path = '' } = procedures.find(({ name }) => name === 'applicationNotes.delete') ?? {}
  const init = { method: 'DELETE', token: world.token }
  expect((await world.app.json(`/api${path.replace('{id}', String(id))}`, init)).status).toBe(204)
  expect((await send(key)).status).toBe(404)
})
