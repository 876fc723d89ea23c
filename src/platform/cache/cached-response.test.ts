import { syncBuiltinESMExports } from 'node:module'
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type CachedResponse, createCachedResponse, toResponse } from './cached-response.ts'

const rows = Array.from({ length: 3000 }, (_, index) => `<p>Row ${index * 7919} of Kigali</p>`)
const text = Buffer.from(rows.join(''))
const html = { 'content-type': 'text/html' }

async function request(cached: CachedResponse, headers: Record<string, string>) {
  const response = await toResponse(new Request('http://localhost/', { headers }), cached)
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

test('a response is compressed as each client accepts it, with an ETag per encoding', async () => {
  const cached = await createCachedResponse(200, html, text)
  const [br, gzip, plain] = [
    await request(cached, { 'accept-encoding': 'gzip, br' }),
    await request(cached, { 'accept-encoding': 'gzip' }),
    await request(cached, {}),
  ]
  expect(brotliDecompressSync(br.body)).toEqual(text)
  expect(gunzipSync(gzip.body)).toEqual(text)
  expect(plain.body).toEqual(text)
  const tags = [br, gzip, plain].map(({ headers }) => headers.etag)
  expect(new Set(tags).size).toBe(3)
  const again = await request(cached, { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test('a file whose URL has the hash of its content has no ETag', async () => {
  const headers = { ...html, 'cache-control': 'public, max-age=31536000, immutable' }
  const cached = await createCachedResponse(200, headers, text)
  const { status, headers: sent } = await request(cached, { 'if-none-match': '"undefined"' })
  expect([status, sent.etag]).toEqual([200, undefined])
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0.0', undefined],
  ['br;q=0.5', 'br'],
  ['identity', undefined],
])('for Accept-Encoding %s the encoding is %s', async (accepted, encoding) => {
  const { headers } = await request(await createCachedResponse(200, html, text), {
    'accept-encoding': accepted,
  })
  expect(headers['content-encoding']).toBe(encoding)
})

test('a popular response soon gets smaller, with the same content', async () => {
  const cached = await createCachedResponse(200, html, text)
  const first = await request(cached, { 'accept-encoding': 'br' })
  const now = () => request(cached, { 'accept-encoding': 'br' })
  await expect.poll(async () => (await now()).body.length).toBeLessThan(first.body.length)
  const { headers, body } = await now()
  expect(brotliDecompressSync(body)).toEqual(text)
  expect(headers.etag).toBe(first.headers.etag)
})

test('a response that could not be compressed is compressed for the next client', async () => {
  const cached = await createCachedResponse(200, html, text)
  const ask = () => request(cached, { 'accept-encoding': 'br' })
  const failing = vi.spyOn(zlib, 'brotliCompress').mockImplementation(() => {
    throw new Error('There is no memory')
  })
  syncBuiltinESMExports()
  await expect(ask()).rejects.toThrow('no memory')
  failing.mockRestore()
  syncBuiltinESMExports()
  expect(brotliDecompressSync((await ask()).body)).toEqual(text)
  expect(cached.compressing).toEqual({})
})

test('a large response takes no second of CPU to be smaller', async () => {
  const large = await createCachedResponse(200, html, Buffer.concat(Array(5).fill(text)))
  const small = await createCachedResponse(200, html, text)
  const send = async (one: CachedResponse) =>
    (await request(one, { 'accept-encoding': 'br' })).body.length
  const before = [await send(large), await send(small)]
  for (let count = 0; count < 3; count += 1) await send(large)
  // They are compressed one after the other: the large one would have been before it.
  await expect.poll(() => send(small)).toBeLessThan(before[1] ?? 0)
  expect(await send(large)).toBe(before[0])
})
