import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { nodeListener } from '#server/app.ts'
import { startTestApp } from '#testing/app.ts'
import { readBody } from './body.ts'

test('a client that sends its JSON byte by byte gets 408 and loses its connection', async () => {
  const { services, [Symbol.asyncDispose]: stop } = await startTestApp()
  onTestFinished(() => stop())
  const server = new Hono().post('/', async (c) => {
    const responseHeaders = new Headers()
    const context = { ...services, clientIp: '192.0.2.1', responseHeaders }
    const refused = await readBody(c.req.raw, undefined, context, { textMsMax: 300 }).catch(
      (error: ORPCError<string, unknown>) => error,
    )
    const status = 'status' in refused ? refused.status : 200
    return new Response(null, { status, headers: responseHeaders })
  })
  const listener = nodeListener(server as never)
  const http = createServer((request, response) => void listener(request, response))
  onTestFinished(() => void http.close())
  await once(http.listen(0, '127.0.0.1'), 'listening')

  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000'
  socket.write(`${head}\r\n\r\n{`)
  const drip = setInterval(() => socket.write(' '), 20)
  onTestFinished(() => clearInterval(drip))
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
})

test('a text in crumbs is refused before it has cost much, and its connection ends', async () => {
  const { services, [Symbol.asyncDispose]: stop } = await startTestApp()
  onTestFinished(() => stop())
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(Buffer.from(' '))
    },
  })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://a/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as never)
  const responseHeaders = new Headers()
  const context = { ...services, clientIp: '192.0.2.1', responseHeaders }
  await expect(readBody(request, undefined, context)).rejects.toMatchObject({ status: 400 })
  expect(sent).toBeLessThan(3_000)
  expect(responseHeaders.get('connection')).toBe('close')
})

test.each([
  [1, 33],
  [4, 8],
  [16, 4],
])(
  'of %i workers each gives a client 429 that leaves more than %i texts unfinished, and nobody else',
  async (workers, most) => {
    const { services, [Symbol.asyncDispose]: stop } = await startTestApp()
    onTestFinished(() => stop())
    const headers = { 'content-type': 'application/json' }
    const text = Buffer.from(`"${'a'.repeat(250_000)}"`)
    const send = (clientIp: string) => {
      let finish = () => {}
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(text)
          finish = () => controller.close()
        },
      })
      const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      const config = { ...services.config, workers }
      const context = { ...services, config, clientIp, responseHeaders: new Headers() }
      const status = readBody(new Request('http://a/', sent), undefined, context).then(
        () => 200,
        (error: ORPCError<string, unknown>) => error.status,
      )
      return { status, finish }
    }
    const unfinished = Array.from({ length: most }, () => send('192.0.2.1'))
    expect(await send('192.0.2.1').status).toBe(429)
    const other = send('192.0.2.2')
    for (const { finish } of [...unfinished, other]) finish()
    expect(await other.status).toBe(200)
    expect(await Promise.all(unfinished.map(({ status }) => status))).toEqual(
      unfinished.map(() => 200),
    )
    const next = send('192.0.2.1')
    next.finish()
    expect(await next.status).toBe(200)
  },
)
