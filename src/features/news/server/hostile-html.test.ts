import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { threadMsOf } from '#testing/event-loop.ts'

const app = await startTestApp()
let token: string
beforeAll(async () => {
  token = await app.signIn('EDITOR')
})
afterAll(() => app[Symbol.asyncDispose]())

/** Saves an article and measures how much of its thread the server spent on it. */
async function save(content: string) {
  const article = { title: 'A', category: 'africa', author: 'A', description: 'A', content }
  let saved: { status: number; body: unknown } | undefined
  const threadMs = await threadMsOf(async () => {
    saved = await app.json('/api/dashboard/news/', { method: 'POST', token, json: article })
  })
  return { ...saved, threadMs }
}

const deep = (depth: number) => `${'<b>'.repeat(depth)}Hi${'</b>'.repeat(depth)}`

test.each([
  ['tags that never end', '<b>'.repeat(60_000)],
  ['tags with unknown ends between', '<b></x>'.repeat(28_000)],
  ['ends within comments', '<b><!-- </b> -->'.repeat(12_000)],
  ['tags that are removed', '<div>'.repeat(39_000)],
  ['one level too many', deep(101)],
])('%s are refused at the field and hold nothing up', async (_what, content) => {
  const { status, body, threadMs } = await save(content)
  expect([status, body]).toEqual([
    400,
    { content: [expect.stringMatching(/^Elements may lie at most 100 deep in one another/)] },
  ])
  expect(threadMs).toBeLessThan(300)
})

test('long texts that take a while to sanitize are stored and hold nothing up', async () => {
  for (const part of ['<p>a <b>b</b></p>', '<']) {
    const { status, threadMs } = await save(part.repeat(190_000 / part.length))
    expect(status, part).toBe(201)
    expect(threadMs, part).toBeLessThan(300)
  }
  expect((await save(deep(100))).status).toBe(201)
})
