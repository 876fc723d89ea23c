import { afterEach, expect, test, vi } from 'vitest'
import { prepareRequest } from './fetch.ts'

/** A request as in Firefox, which has no `request.body`. */
function requestInFirefox(method: string, body?: string) {
  const request = new Request('http://site/api/auth/login/', { method, body })
  Object.defineProperty(request, 'body', { value: undefined })
  return request
}

afterEach(() => vi.unstubAllGlobals())

async function bodySent(request: Request) {
  const fetched = vi.fn(async (_url: URL, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  const send = await prepareRequest(request)
  await send()
  const { body } = fetched.mock.calls[0]?.[1] ?? {}
  return body instanceof Blob ? body.text() : body
}

test('sends the body in a browser without request.body', async () => {
  expect(await bodySent(requestInFirefox('POST', '{"email":"a@b.rw"}'))).toBe('{"email":"a@b.rw"}')
})

test('sends a file again, whole, with the token of a new session', async () => {
  const sent: (string | null)[][] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const request = new Request(url, init)
    const file = (await request.formData()).get('file')
    sent.push([request.headers.get('authorization'), file instanceof File ? await file.text() : ''])
    return new Response('{}')
  })
  const body = new FormData()
  body.append('file', new File(['Email\nlate@example.rw\n'], 'list.csv'))
  const url = 'http://site/api/admin/subscribers/import/'
  const send = await prepareRequest(new Request(url, { method: 'POST', body }))
  await send('ended')
  await send('new')
  const text = 'Email\nlate@example.rw\n'
  expect(sent).toEqual([
    ['Bearer ended', text],
    ['Bearer new', text],
  ])
})

test('sends a GET request without a body', async () => {
  expect(await bodySent(requestInFirefox('GET'))).toBeUndefined()
})
