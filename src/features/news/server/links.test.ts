import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const check = (json: object) =>
  app.json('/api/dashboard/news/links/', { method: 'POST', token, json })

test('no link leads the server into its own network', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    `http://[::ffff:7f00:1]:${port}/`,
  ]
  const { status, body } = await check({ urls })
  expect(status).toBe(200)
  const told = body.results as { url: string; outcome: string }[]
  expect(Object.fromEntries(told.map(({ url, outcome }) => [url, outcome]))).toEqual(
    Object.fromEntries(urls.map((url) => [url, 'silent'])),
  )
  expect(requests).toBe(0)
  await server[Symbol.asyncDispose]()
})

test('what is no address of a web page is refused, and so are too many', async () => {
  const refusals = [
    ['ftp://files.example/', 'Please give addresses of web pages'],
    ['javascript:alert(1)', 'Please give addresses of web pages'],
    ['/insights', 'Please give addresses of web pages'],
    [`https://a.example/${'x'.repeat(2_000)}`, 'At most 2000 characters'],
  ]
  for (const [url, message] of refusals) {
    const { status, body } = await check({ urls: [url] })
    expect(status).toBe(400)
    expect(body).toEqual({ urls: [message] })
  }
  expect((await check({ urls: 'https://a.example' })).body).toEqual({
    urls: ['Please give addresses as a list'],
  })
  const many = Array.from({ length: 41 }, (_, number) => `http://127.0.0.1/${number}`)
  expect((await check({ urls: many })).body).toEqual({ urls: ['At most 40 addresses'] })
})

test('links are checked a limited number of times', async () => {
  for (let call = 0; call < 60; call += 1) expect((await check({ urls: [] })).status).toBe(200)
  expect((await check({ urls: [] })).status).toBe(429)
})
