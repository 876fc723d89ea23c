import type { IncomingMessage, ServerResponse } from 'node:http'
import { analyticsContract, visitSchema } from '#features/analytics/contract.ts'
import { countVisit, isUncounted } from '#features/analytics/server/collect.ts'
import { createClientIpReader } from '#platform/http/client-ip.ts'
import type { Services } from '#platform/http/context.ts'
import { isWithinLimit, limitName } from '#platform/http/limits.ts'
import { createRequestIds } from '#platform/http/request-id.ts'
import { createHttpsCheck, securityHeaders } from '#platform/http/security-headers.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import type { Metrics } from './metrics/metrics.ts'

const { route, meta } = analyticsContract.collect['~orpc']
const path = `/api${route.path}`
const limit = (meta as ProcedureMeta).limit
const name = limitName(['analytics', 'collect'])

/** Our tracker sends no more. */
const bytesMax = 16 * 1024
const bodyMsMax = 20_000
/** What the database might not store: NUL and, among others, halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Counts visits past the app, in a fraction of its time: every page that is read reports some. Headers, limit, request id and log
 * line are the same. What is not as our tracker sends it, or over the limit, is left to the app, which says what is wrong.
 * @returns a handler that returns whether it responds
 */
export function createVisitsPath(services: Services, respond: Listener, metrics?: Metrics) {
  const { config, log } = services
  const readClientIp = createClientIpReader(config.trustedProxies)
  const requestIdOf = createRequestIds(config.trustedProxies)
  const isHttps = createHttpsCheck(config)
  const [plain, secure] = [false, true].map((isSecure) => ({
    ...Object.fromEntries(securityHeaders(isSecure)),
    'cache-control': 'no-store',
  }))

  async function count(request: IncomingMessage, visit: unknown) {
    const parsed = visitSchema.safeParse(visit)
    if (!parsed.success || !limit) return false
    const headers = { get: (header: string) => textOf(request.headers[header]) }
    const clientIp = readClientIp(peerOf(request), headers.get('x-forwarded-for'))
    const context = { ...services, headers, clientIp }
    if (!isWithinLimit(context, name, limit)) return false
    if (!isUncounted(headers)) await countVisit(context, parsed.data)
    return true
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request
    const isOurs =
      method === 'POST' && url === path && headers['content-type'] === 'application/json'
    const isPlain = headers.authorization === undefined && !config.traces
    if (!isOurs || !isPlain || !(Number(headers['content-length']) <= bytesMax)) return false
    const startedAt = performance.now()
    readBody(request, response, async (body) => {
      // Also where it fails, the app says so.
      if (!(await count(request, parsed(body)).catch(() => false))) {
        respond(Object.assign(request, { rawBody: body }), response)
        return
      }
      const requestId = requestIdOf(peerOf(request), textOf(headers['x-request-id']))
      const isSecure = isHttps(peerOf(request), headers['x-forwarded-proto'])
      response.writeHead(204, { ...(isSecure ? secure : plain), 'x-request-id': requestId }).end()
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
      metrics?.record(path, 204, durationMs)
      log.info({ requestId, method, path, status: 204, durationMs }, 'request')
    })
    return true
  }
}

const textOf = (value: string | string[] | undefined) => (value === undefined ? null : `${value}`)
const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''

function parsed(body: Buffer): unknown {
  const text = body.toString()
  if (unstorable.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a body of few bytes. Who sends it too slowly gets 408; nobody is told of one that broke off. */
function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  use: (body: Buffer) => Promise<void>,
) {
  const chunks: Buffer[] = []
  const timer = setTimeout(() => response.writeHead(408, { connection: 'close' }).end(), bodyMsMax)
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => {
    clearTimeout(timer)
    if (!response.headersSent) void use(Buffer.concat(chunks))
  })
}
