import described from 'virtual:contract'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { afterEach, expect, test, vi } from 'vitest'
import { contract } from '#api/contract.ts'
import * as client from './client.ts'
import { fromResponse, type Route, toRequest } from './client.ts'
import { ApiError } from './errors.ts'

afterEach(() => vi.unstubAllGlobals())

const root = new URL('http://site.example/api')

type AnyCall = (input: unknown) => Promise<unknown>
type Calls = Record<string, Record<string, AnyCall>>

/** oRPC's own client of the contract. */
const callByOrpc = (
  name: string,
  input: unknown,
  fetch: (request: Request) => Promise<Response>,
) => {
  const [feature = '', call = ''] = name.split('.')
  const link = new OpenAPILink(contract, { url: root.href, fetch })
  return (createORPCClient(link) as unknown as Calls)[feature]?.[call]?.(input)
}

const routeOf = (name: string) => {
  const [feature = '', call = ''] = name.split('.')
  return described[feature]?.[call] as Route
}

const partsOf = async (request: Request) => {
  const { method, url, headers } = request
  const isForm = headers.get('content-type')?.startsWith('multipart/form-data')
  const fields = isForm ? [...(await request.formData()).entries()] : []
  const body = isForm
    ? fields.map(([name, value]) => [name, value instanceof File ? value.name : value])
    : await request.text()
  // oRPC leaves out the slash that ends every path.
  return { method, url: url.replace(/\/(?=\?|$)/, ''), body, isForm }
}

const pdf = new File(['%PDF-'], 'resume.pdf', { type: 'application/pdf' })

test.each([
  ['news.list', { page_size: 3 }],
  ['news.list', undefined],
  ['news.bySlug', { slug: 'why kigali? ä/b' }],
  [
    'applications.list',
    { status: ['pending', 'accepted'], search: 'a&b', cohort: undefined, page: 2 },
  ],
  ['applications.export', { query: { format: 'csv', filters: { status: ['pending'] } }, body: {} }],
  ['newsletter.subscribe', { email: 'a@b.rw', website: '', form_token: '' }],
  ['applications.submit', { first_name: 'Aline', resume: pdf, cohort: 3 }],
  ['images.upload', { image: pdf }],
  ['images.replace', { id: 3, image: pdf }],
  ['applications.changeStatus', { id: 7, status: 'accepted', note: null, at: new Date(0) }],
  ['applications.changeStatuses', { ids: [1, 2], status: 'rejected' }],
  ['cohorts.delete', { id: 7 }],
  ['changes.watch', { known: 12 }],
] as const)('the request of %s is that of oRPC', async (name, input) => {
  let theirs: Request | undefined
  await callByOrpc(name, input, async (request) => {
    theirs = request
    return Response.json({})
  })
  const route = routeOf(name)
  expect(route, name).toBeDefined()
  const ours = toRequest(route, input, root)
  expect(theirs && (await partsOf(theirs))).toEqual(await partsOf(ours))
})

test('a list of one value is that value in a query', () => {
  const { searchParams } = new URL(
    toRequest(routeOf('applications.list'), { status: ['PENDING'], gender: [] }, root).url,
  )
  expect([...searchParams]).toEqual([['status', 'PENDING']])
})

const streamed = `: \n\nevent: message\ndata: {"done":1}\n\n: \n\nevent: message\ndata: {"done":2}\n\nevent: done\n\n`
const headersOf = (type: string, disposition?: string) => ({
  'content-type': type,
  ...(disposition && { 'content-disposition': disposition }),
})

async function readAll(values: AsyncIterable<unknown>) {
  const all: unknown[] = []
  for await (const value of values) all.push(value)
  return all
}

/** What is left of a result once it is read to its end. */
async function read(result: unknown): Promise<unknown> {
  if (result instanceof File) return [result.name, result.type, await result.text()]
  if (typeof result === 'object' && result !== null) {
    if (Symbol.asyncIterator in result) return readAll(result as AsyncIterable<unknown>)
    if ('body' in result) return { ...result, body: await read(result.body) }
  }
  return result
}

test.each([
  ['news.list', '{"results":[]}', headersOf('application/json')],
  ['cohorts.delete', '', {}],
  ['applications.export', 'a,b', headersOf('text/csv', 'attachment; filename="a b.csv"')],
  [
    'applications.export',
    'a,b',
    headersOf(
      'text/csv',
      `attachment; filename="_.csv"; filename*=UTF-8''M%C3%BCller%20%281%29.csv`,
    ),
  ],
  ['applications.resume', '%PDF-', headersOf('application/pdf', 'attachment; filename="a.pdf"')],
  ['applications.delete', '', {}],
  ['applications.delete', '{"notices":["Told"]}', headersOf('application/json')],
  ['applications.changeStatuses', streamed, headersOf('text/event-stream')],
])('the result of %s is that of oRPC', async (name, body, headers) => {
  const response = () => new Response(body || null, { status: body ? 200 : 204, headers })
  const theirs = await callByOrpc(name, { id: 1 }, async () => response())
  expect(await read(await fromResponse(routeOf(name), response()))).toEqual(await read(theirs))
})

test.each([
  ['csv', 'text/csv', 'Name\nAline\n'],
  ['json', 'application/json', '[{"name": "Aline"}]\n'],
  ['a type that nobody gave', '', 'Aline'],
])('a download is a file also where its headers are hidden: %s', async (_, type, text) => {
  const response = new Response(new TextEncoder().encode(text), {
    headers: { 'content-type': type },
  })
  const result = await fromResponse(routeOf('applications.export'), response)
  expect(await read(result)).toMatchObject({ body: ['', type, text] })
})

test.each([
  ['a page of a proxy', 'text/html; charset=utf-8', '<p>Please sign in to this network</p>'],
  ['nothing', 'text/csv', ''],
])('%s in place of a download is no file', async (_, type, text) => {
  const response = new Response(text, { headers: { 'content-type': type } })
  await expect(fromResponse(routeOf('applications.export'), response)).rejects.toThrow(ApiError)
})

test('an error status is thrown with its messages, whatever its body is', async () => {
  const thrownBy = async (body: string, status: number) => {
    const call = fromResponse(routeOf('news.list'), new Response(body, { status }))
    const error = await call.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    return error as ApiError
  }
  const refused = await thrownBy('{"email":["No address"],"detail":"Refused"}', 400)
  expect([refused.status, refused.reason, refused.fields]).toEqual([
    400,
    'Refused',
    { email: ['No address'] },
  ])
  expect((await thrownBy('<h1>Bad gateway</h1>', 502)).status).toBe(502)
})

test('an error in a stream is thrown with its status and reason', async () => {
  const sent = { code: 'CONFLICT', status: 409, message: 'Changed meanwhile', data: {} }
  const body = `event: message\ndata: {"done":1}\n\nevent: error\ndata: ${JSON.stringify(sent)}\n\n`
  const response = new Response(body, { headers: headersOf('text/event-stream') })
  const stream = (await fromResponse(
    routeOf('applications.changeStatuses'),
    response,
  )) as AsyncGenerator
  expect(await stream.next()).toEqual({ done: false, value: { done: 1 } })
  await expect(stream.next()).rejects.toMatchObject({ status: 409, reason: 'Changed meanwhile' })
})

test('events come whole, wherever the connection cuts them', async () => {
  const bytes = new TextEncoder().encode('event: message\ndata: {"name":"Müller"}\n\n')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const response = new Response(body, { headers: headersOf('text/event-stream') })
  const stream = await fromResponse(routeOf('applications.changeStatuses'), response)
  expect(await read(stream)).toEqual([{ name: 'Müller' }])
})

test.each([
  ['from the server', { date: 'Mon, 02 Mar 2026 12:00:00 GMT' }, '2026-03-02T12:00:00.000Z'],
  [
    'that a CDN has stored',
    { date: 'Mon, 02 Mar 2026 12:00:00 GMT', age: '90' },
    '2026-03-02T12:01:30.000Z',
  ],
  ['that tells no time', {}, null],
])("the server's time is that of the last response: of one %s", async (_, headers, time) => {
  vi.stubGlobal('location', root)
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: headers as HeadersInit }))
  await client.publicApi.cohorts.list({})
  expect(client.serverTime).toBe(time)
})
