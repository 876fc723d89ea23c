import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type CachedResponse, createCachedResponse, toResponse } from './cached-response.ts'

const words = Array.from({ length: 3000 }, (_, index) => `<p>Row ${index * 7919} of Kigali</p>`)
const text = Buffer.from(words.join(''))
const html = { 'content-type': 'text/html' }

async function ask(answer: CachedResponse, headers: Record<string, string>) {
  const response = await toResponse(new Request('http://localhost/', { headers }), answer)
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

test('an answer is compressed as each client takes it, and told apart by its tag', async () => {
  const answer = await createCachedResponse(200, html, text)
  const [br, gzip, plain] = [
    await ask(answer, { 'accept-encoding': 'gzip, br' }),
    await ask(answer, { 'accept-encoding': 'gzip' }),
    await ask(answer, {}),
  ]
  expect(brotliDecompressSync(br.body)).toEqual(text)
  expect(gunzipSync(gzip.body)).toEqual(text)
  expect(plain.body).toEqual(text)
  const tags = [br, gzip, plain].map(({ headers }) => headers.etag)
  expect(new Set(tags).size).toBe(3)
  const again = await ask(answer, { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0.0', undefined],
  ['br;q=0.5', 'br'],
  ['identity', undefined],
])('to who accepts %s it comes as %s', async (accepted, encoding) => {
  const { headers } = await ask(await createCachedResponse(200, html, text), {
    'accept-encoding': accepted,
  })
  expect(headers['content-encoding']).toBe(encoding)
})

test('what many ask for soon comes in fewer bytes, and is the same', async () => {
  const answer = await createCachedResponse(200, html, text)
  const first = await ask(answer, { 'accept-encoding': 'br' })
  await vi.waitFor(async () => {
    const now = await ask(answer, { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(now.body)).toEqual(text)
    expect(now.headers.etag).toBe(first.headers.etag)
    expect(now.body.length).toBeLessThan(first.body.length)
  }, 5000)
})
