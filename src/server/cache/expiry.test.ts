import { expect, onTestFinished, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp } from '#testing/app.ts'
import { createApp } from '../app.ts'
import { createExpiry } from './expiry.ts'

const begin = Date.parse('2026-03-02T08:00:00.000Z')
/** Sooner than the cache's own time to live. */
const soon = new Date(begin + 20_000).toISOString()

type Found = Record<string, unknown>

/** Reads `path` through the cache before `soon` and at `soon`, without a write in between. */
async function readAround(path: string, store: (services: Services) => Promise<unknown>) {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { services } = app
  await store(services)
  const cache = createPageCache(services.tagVersions, services.now, {
    findNextExpiry: createExpiry(services),
  })
  const cached = createApp(services, { handlePage: async () => new Response(), cache })
  const read = async (at: number): Promise<Found[]> => {
    app.setNow(new Date(at))
    const request = new Request(`http://localhost/api/website/${path}/`)
    const response = await cached.fetch(request, { peerAddress: '127.0.0.1' })
    expect(cache.find(`/api/website/${path}/`)).not.toBeNull()
    return ((await response.json()) as { results: Found[] }).results
  }
  await read(begin)
  return { before: await read(Date.parse(soon) - 1), after: await read(Date.parse(soon)), read }
}

test('a scheduled article appears on time, though the list was cached before', async () => {
  const { before, after } = await readAround('news', async (services) => {
    await createArticle(services, { title: 'Archived', published_at: soon, archived_at: soon })
    await createArticle(services, { title: 'Out at twenty past', published_at: soon })
  })
  expect(before).toEqual([])
  expect(after.map(({ title }) => title)).toEqual(['Out at twenty past'])
})

test('an event closes for registration at its deadline and is over at its end, though it was cached before', async () => {
  const starts_at = new Date(begin - 60_000).toISOString()
  const closing = await readAround('events', (services) =>
    createEvent(services, { registration_deadline: soon, starts_at }),
  )
  expect(closing.before).toMatchObject([{ registration: 'open' }])
  expect(closing.after).toMatchObject([{ registration: 'closed' }])

  const ending = await readAround('events', (services) =>
    createEvent(services, { ends_at: soon, starts_at }),
  )
  expect(ending.after).toMatchObject([{ is_past: false }])
  expect(await ending.read(Date.parse(soon) + 1)).toMatchObject([{ is_past: true }])
})

test('a cohort that has started disappears when its registration ends, though the list was cached before', async () => {
  const start = '2026-03-01'
  const { before, after } = await readAround('cohorts', async (services) => {
    await createCohort(services, { name: 'Late comers', start, deadline: soon })
    await createCohort(services, { name: 'Next month' })
  })
  expect(before.map(({ name }) => name)).toEqual(['Late comers', 'Next month'])
  expect(after.map(({ name }) => name)).toEqual(['Next month'])
})
