import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedCalls } from '../audited-calls.ts'
import { procedures } from '../bad-requests.ts'
import { services, startWorld, world } from '../races/race.ts'

beforeAll(() => startWorld())
afterAll(() => world.app[Symbol.asyncDispose]())

/** What staff create under a name or a time that may be taken twice, and what is refused if it is. */
const created = [
  'cohorts.create',
  'events.create',
  'newsletterIssues.create',
  'tags.create',
  'team.create',
  'techStacks.create',
  'testimonials.create',
]

async function create(name: string, key: string, token = world.token) {
  const { path = '' } = procedures.find((one) => one.name === name) ?? {}
  const { json } = (await auditedCalls[name]?.()) ?? {}
  const headers = { 'idempotency-key': key }
  const { status, body } = await world.app.json(`/api${path}`, {
    method: 'POST',
    token,
    json,
    headers,
  })
  return { status, id: (body.data ?? body).id as number | string }
}

const countLines = async () => {
  const lines = services().database.selectFrom('audit_log').where('action', '=', 'created')
  return (await lines.select('id').execute()).length
}

test.each(created)('%s, sent again after a lost response, creates nothing more', async (name) => {
  const before = await countLines()
  const key = crypto.randomUUID()
  const [first, ...others] = [
    ...(await Promise.all([create(name, key), create(name, key)])),
    await create(name, key),
  ]
  expect(first).toEqual({ status: 201, id: first?.id })
  expect(first?.id).toBeDefined()
  expect(others).toEqual([first, first])
  expect(await countLines()).toBe(before + 1)
})

test('another key is another request, and so is one of a colleague', async () => {
  const key = crypto.randomUUID()
  const colleague = await world.app.signIn('EDITOR')
  const members = [
    await create('team.create', key),
    await create('team.create', `${key}0`),
    await create('team.create', key, colleague),
  ]
  expect(new Set(members.map(({ id }) => id)).size).toBe(3)
  expect((await create('team.create', 'short')).status).toBe(400)
})
