import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages, type TestPages } from '#testing/pages.ts'

const count = 103
let app: TestApp
let pages: TestPages
beforeAll(async () => {
  app = await startTestApp()
  for (let at = 1; at <= count; at += 1) await createEvent(app.services, { title: `Event ${at}.` })
  pages = await startTestPages(app.services)
})
afterAll(() => app[Symbol.asyncDispose]())

const read = async (path: string) => (await pages.request(path)).text()
const shownIn = (html: string) => new Set(html.match(/>Event \d+\./g)).size

test('every event can be reached by Load More Events, also beyond a page of the API', async () => {
  let html = await read('/events')
  expect(shownIn(html)).toBe(6)
  html = await read('/events?shown=96')
  expect(shownIn(html)).toBe(96)
  for (;;) {
    const [, more] = /href="(\/events\?shown=\d+)#more"/.exec(html) ?? []
    if (!more) break
    html = await read(more)
  }
  expect(shownIn(html)).toBe(count)
})
