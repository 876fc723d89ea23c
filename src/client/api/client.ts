import contract, { type Described } from 'virtual:contract'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#api/contract.ts'
import { readAuthState } from './auth-state.ts'
import { parseApiError, parseErrorBody } from './errors.ts'
import { apiRoot, prepareRequest } from './fetch.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { parseJson, readResponseBody } from './response-body.ts'
import { fetchInSession, isForVisitors } from './session.ts'

/** What a call may bring along: `{ context: { onProgress } }`. It is known by its Idempotency-Key when it is sent again. */
type CallContext = { onProgress?: OnProgress; key?: string }
type CallOptions = { context?: CallContext; signal?: AbortSignal }

export type ApiClient = ContractRouterClient<Contract, CallContext>

/** When its last response came, by the server's clock (ISO 8601), or null where it doesn't tell. */
export let serverTime: string | null = null

async function call(
  feature: string,
  name: string,
  route: Described,
  input: unknown,
  { context, signal }: CallOptions = {},
  isForPublic = false,
) {
  try {
    const request = toRequest(route, input, new URL(apiRoot(), location.href), signal)
    if (context?.key) request.headers.set('idempotency-key', context.key)
    const session = readAuthState()
    const send = await prepareRequest(request, context?.onProgress)
    const response = await (isForPublic || isForVisitors(request)
      ? send()
      : fetchInSession(request.url, send, session))
    serverTime = timeOf(response)
    const result = await fromResponse(route, response)
    if (apiRoot() === '/api') return result
    const { completeResponse } = await import('#api/complete-response.ts')
    return completeResponse([feature, name], result, input)
  } catch (error) {
    throw parseApiError(error)
  }
}

/** `Date` is when the server sent it, and `Age` for how many seconds a CDN has kept it since. */
const timeOf = ({ headers }: Response): string | null =>
  new Date(Date.parse(`${headers.get('date')}`) + Number(headers.get('age')) * 1000).toJSON()

const callsOf = (feature: string, described: Record<string, Described>, isForPublic?: boolean) =>
  Object.fromEntries(
    Object.entries(described).map(([name, route]) => [
      name,
      (input: unknown, options?: CallOptions) =>
        call(feature, name, route, input, options, isForPublic),
    ]),
  )

const clientOf = (isForPublic?: boolean) =>
  Object.fromEntries(
    Object.entries(contract).map(([feature, described]) => [
      feature,
      callsOf(feature, described, isForPublic),
    ]),
  ) as unknown as ApiClient

/**
 * The API over HTTP, for the browser; `{ context: { onProgress } }` follows an upload. It throws nothing but
 * `ApiError`: browsers name a lost connection in words of their own, such as 'Failed to fetch'. oRPC's own client would
 * be as large as all of a page's forms.
 */
export const api = clientOf()

/**
 * The same without a session, whatever page is open: public pages show staff what visitors see. While one is opened
 * from the dashboard, the address is still that of the dashboard.
 */
export const publicApi = clientOf(true)

/** Where a procedure is called, as `vite/contract.ts` takes it from the contract. */
export type Route = {
  method: string
  path: string
  /** `detailed` has the parts of the request, or of the response, by name instead of as one. */
  inputStructure?: 'compact' | 'detailed'
  outputStructure?: 'compact' | 'detailed'
  /** Whether the body of its response is a file. */
  isDownload?: boolean
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

/** A query whose lists of one value are the value: a server needn't know lists for `status=PENDING`. */
const withoutLists = (query: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  )

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
  for (const [name, value] of namedValues(withoutLists(query)))
    url.searchParams.append(name, `${value}`)
  const sent = new Headers(headers)
  const init: RequestInit = {
    method: route.method,
    headers: sent,
    signal: signal ?? null,
    redirect: 'manual',
  }
  if (body !== undefined && route.method !== 'GET') {
    const values = [...namedValues(body)]
    if (values.some(([, value]) => value instanceof Blob)) {
      const form = new FormData()
      for (const [name, value] of values) form.append(name, value)
      init.body = form
    } else {
      sent.set('content-type', 'application/json')
      init.body = JSON.stringify(body)
    }
  }
  return new Request(url, init)
}

/**
 * The result of a call, as `readResponseBody` reads it.
 * @throws ApiError when the response has an error status
 */
export async function fromResponse({ outputStructure, isDownload }: Route, response: Response) {
  const { ok, status, headers } = response
  if (!ok) throw parseErrorBody(status, parseJson(await response.text()))
  const body = await readResponseBody(response, isDownload)
  if (outputStructure !== 'detailed') return body
  return { status, headers: Object.fromEntries(headers), body }
}
