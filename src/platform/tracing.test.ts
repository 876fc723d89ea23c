import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp } from '#testing/app.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector that takes traces, and the spans that it was sent. */
async function startCollector(status = 200) {
  const spans: Span[] = []
  const asked: { path: string | undefined; key: unknown }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url, key: request.headers['x-api-key'] })
    const { resourceSpans } = (await json(request)) as Sent
    spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { spans, asked, url }
}

const tracing = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a request is a span of the trace of a trusted proxy, with its queries, and without what was typed', async () => {
  const { spans, asked, url } = await startCollector()
  const app = await startTestApp(tracing(url))
  const article = await createArticle(app.services, { title: 'Traced' })
  const comment = { name: 'Aline Uwase', email: 'aline@example.rw', message: 'A secret of mine' }
  const { status, headers } = await app.json('/api/website/comments/', {
    method: 'POST',
    headers: { traceparent },
    json: { ...comment, news_id: article },
  })
  expect(status).toBe(201)
  // Stopping sends what is left.
  await app[Symbol.asyncDispose]()

  expect(asked[0]).toEqual({ path: '/v1/traces', key: 'a key' })
  const [request] = spans.filter(({ name }) => name === 'POST /api/website/comments/')
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  const attributes = Object.fromEntries(
    (request?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  )
  expect(attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/website/comments/',
    'http.response.status_code': 201,
    'huza.request_id': headers.get('x-request-id'),
  })
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(queries.map(({ name }) => name)).toContain('insert')
  for (const typed of Object.values(comment)) expect(JSON.stringify(spans)).not.toContain(typed)
})

test('a visitor names neither the trace nor the request; a trusted proxy names both', async () => {
  const { spans, url } = await startCollector()
  const app = await startTestApp({ ...tracing(url), TRUST_PROXY: '10.0.0.1' })
  const ask = async (headers: Record<string, string>) =>
    (await app.request('/healthz', { headers })).headers.get('x-request-id')
  expect(await ask({ traceparent, 'x-request-id': 'chosen-by-a-visitor' })).toMatch(
    /^[\da-f-]{36}$/,
  )
  await app[Symbol.asyncDispose]()
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId ?? ''])).toEqual([
    ['GET /healthz', ''],
  ])

  const trusting = await startTestApp()
  onTestFinished(() => trusting[Symbol.asyncDispose]())
  const given = async (id: string) =>
    (await trusting.request('/healthz', { headers: { 'x-request-id': id } })).headers.get(
      'x-request-id',
    )
  expect(await given('edge-7f3a9c1e')).toBe('edge-7f3a9c1e')
  for (const wrong of ['short', 'has spaces in it', 'x'.repeat(129), '<script>alert()']) {
    expect(await given(wrong)).toMatch(/^[\da-f-]{36}$/)
  }
})

test('a collector that refuses, or is not there, changes nothing for visitors', async () => {
  const { url } = await startCollector(503)
  for (const endpoint of [url, 'http://127.0.0.1:9']) {
    const app = await startTestApp({ ...tracing(endpoint), LOG_LEVEL: 'silent' })
    expect((await app.json('/api/website/cohorts/')).status).toBe(200)
    await app[Symbol.asyncDispose]()
  }
})

test('of the share of requests that is set, none is sent at 0', async () => {
  const { spans, url } = await startCollector()
  const app = await startTestApp({ ...tracing(url), OTEL_TRACES_SAMPLER_ARG: '0' })
  expect((await app.json('/api/website/cohorts/')).status).toBe(200)
  await app[Symbol.asyncDispose]()
  expect(spans).toEqual([])
})
