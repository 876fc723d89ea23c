import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { procedures } from '../bad-requests.ts'
import { services, startWorld, world } from '../races/race.ts'

/** Every list is exported in one way: the format is in the query, the filters in the body. */

let event: number
beforeAll(async () => {
  await startWorld()
  event = await createEvent(services())
})
afterAll(() => world.app[Symbol.asyncDispose]())

// That of one person, who is named in the body, is no list.
const lists = procedures.filter(
  ({ name }) => name.endsWith('.export') && name !== 'personalData.export',
)

test('the lists that are exported are found', () => expect(lists.length).toBeGreaterThan(5))

test.each(lists)(
  '$name takes the format of the query, and filters with or without a name',
  async ({ path }) => {
    const { app, token } = world
    const post = (query: string, json: unknown) =>
      app.request(`/api${path.replace('{id}', `${event}`)}${query}`, {
        method: 'POST',
        token,
        json,
      })
    const typeOf = async (query: string, json: unknown) =>
      (await post(query, json)).headers.get('content-type')
    expect(await typeOf('', {})).toBe('text/csv; charset=utf-8')
    expect(await typeOf('?format=json', { filters: {} })).toMatch(/^application\/json/)
    const refusals = await Promise.all([
      post('?format=pdf', {}),
      post('', { format: 'json' }),
      post('', { serach: 'aline' }),
      post('', { filters: { serach: 'aline' } }),
      post('', { filters: [] }),
      post('', []),
    ])
    expect(refusals.map(({ status }) => status)).toEqual(Array(6).fill(400))
  },
)
