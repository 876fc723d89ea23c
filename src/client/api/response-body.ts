import { parseApiError, parseErrorBody } from './errors.ts'

/** Where a procedure is called, as `vite/contract.ts` takes it from the contract. */
export type Route = {
  method: string
  path: string
  /** `detailed` has the parts of the request, or of the response, by name instead of as one. */
  inputStructure?: 'compact' | 'detailed'
  outputStructure?: 'compact' | 'detailed'
}

type Fields = Record<string, unknown>
type Parts = { params?: Fields; query?: Fields; headers?: Record<string, string>; body?: unknown }

/** Takes the parameters in the path out of the input. Of a GET the rest is its query, of others the body. */
function partsOf({ method, path }: Route, input: unknown): Parts {
  const params: Fields = {}
  const rest: Fields = { ...(input as Fields) }
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    params[name] = rest[name]
    delete rest[name]
  }
  if (method === 'GET') return { params, query: rest }
  if (Object.keys(params).length === 0) return { body: input }
  return { params, body: Object.keys(rest).length > 0 ? rest : undefined }
}

/** The values of an input by their names in a form or query, such as `filters[status][0]`. */
function* namedValues(value: unknown, name = ''): Generator<[string, string | Blob]> {
  if (value instanceof Blob) yield [name, value]
  else if (value instanceof Date) yield [name, value.toISOString()]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      yield* namedValues(part, name ? `${name}[${key}]` : key)
    }
  } else if (value !== undefined && value !== null) yield [name, `${value}`]
}

/** The request of a call. @param root the base URL of the API */
export function toRequest(route: Route, input: unknown, root: URL, signal?: AbortSignal) {
  const isDetailed = route.inputStructure === 'detailed'
  const { params, query, headers, body } = isDetailed
    ? ((input ?? {}) as Parts)
    : partsOf(route, input)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(`${params?.[name]}`),
  )
  const url = new URL(root)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  for (const [name, value] of namedValues(query)) url.searchParams.append(name, `${value}`)
  const sent = new Headers(headers)
  const init = { method: route.method, headers: sent, signal: signal ?? null }
  if (body === undefined || route.method === 'GET') return new Request(url, init)
  const values = [...namedValues(body)]
  if (values.some(([, value]) => value instanceof Blob)) {
    const form = new FormData()
    for (const [name, value] of values) form.append(name, value)
    return new Request(url, { ...init, body: form })
  }
  sent.set('content-type', 'application/json')
  return new Request(url, { ...init, body: JSON.stringify(body) })
}

/**
 * The result of a call: a value, a file where the response is a download, or the values of a stream.
 * @throws ApiError when the response has an error status
 */
export async function fromResponse({ outputStructure }: Route, response: Response) {
  const { ok, status, headers } = response
  if (!ok) throw parseErrorBody(status, parsed(await response.text()))
  const body = await bodyOf(response)
  if (outputStructure !== 'detailed') return body
  return { status, headers: Object.fromEntries(headers), body }
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? 'application/json'
  const disposition = response.headers.get('content-disposition')
  if (disposition !== null || !/^(application\/json|text\/)/.test(type)) {
    const blob = await response.blob()
    return new File([blob], fileNameIn(disposition ?? ''), { type: blob.type })
  }
  if (type.startsWith('text/event-stream')) return eventsOf(response)
  const text = await response.text()
  if (type.startsWith('text/')) return text
  return text === '' ? undefined : JSON.parse(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name in a Content-Disposition header; the encoded one, if it has both. */
function fileNameIn(disposition: string) {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, quoted, plain] = /filename=(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(disposition) ?? []
  return encoded
    ? decodeURIComponent(encoded)
    : (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? 'blob')
}

/** The values of a stream of server-sent events. @throws ApiError for an error that the server sends in it */
async function* eventsOf({ body }: Response) {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, kind] = /^event: ?(.*)$/m.exec(event) ?? []
        const lines = [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line)
        const data = lines.length > 0 ? JSON.parse(lines.join('\n')) : undefined
        if (kind === 'error') throw parseApiError(Object.assign(new Error(data.message), data))
        if (kind === 'done') return data
        if (kind === 'message') yield data
      }
    }
  } finally {
    await reader.cancel()
  }
}
