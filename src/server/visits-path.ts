import type { IncomingMessage, ServerResponse } from 'node:http'
import { analyticsContract, visitSchema } from '#features/analytics/contract.ts'
import { countVisit, isUncounted } from '#features/analytics/server/collect.ts'
import { createClientIpReader } from '#platform/http/client-ip.ts'
import type { Services } from '#platform/http/context.ts'
import { isWithinLimit, limitName } from '#platform/http/limits.ts'
import { partHeaders } from '#platform/http/security-headers.ts'
import { hasTinyChunks } from '#platform/http/uploads.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createRequestLog, headerOf } from './request-log.ts'

const { route, meta } = analyticsContract.collect['~orpc']
const path = `/api${route.path}`
const limit = (meta as ProcedureMeta).limit
const name = limitName(['analytics', 'collect'])

/** Our tracker never sends more. */
const bytesMax = 16 * 1024
const bodyMsMax = 20_000
/** What the database might not store: NUL and, among others, halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Counts visits past the app, in a fraction of its time: every page that is read reports some. Limit, request id and
 * log line are the same, headers those that a response without a body needs. A request that our tracker would not send,
 * or one over the limit, is left to the app, which responds with the error.
 * @returns a handler that returns whether it responds
 */
export function createVisitsPath(services: Services, respond: Listener, metrics?: Metrics) {
  const { config } = services
  const readClientIp = createClientIpReader(config.trustedProxies)
  const beginRequest = createRequestLog(services, metrics)
  const [plain, secure] = [false, true].map((isSecure) => ({
    ...Object.fromEntries(partHeaders(isSecure)),
    'cache-control': 'no-store',
  }))

  async function count(request: IncomingMessage, visit: unknown) {
    const parsed = visitSchema.safeParse(visit)
    if (!parsed.success || !limit) return false
    const headers = { get: (header: string) => headerOf(request.headers, header) }
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
    const { requestId, isSecure, end } = beginRequest(peerOf(request), (header) =>
      headerOf(headers, header),
    )
    readBody(request, response, async (body) => {
      // If this fails, the app responds with the error.
      if (!(await count(request, parsed(body)).catch(() => false))) {
        respond(Object.assign(request, { rawBody: body }), response)
        return
      }
      response.writeHead(204, { ...(isSecure ? secure : plain), 'x-request-id': requestId }).end()
      end(path, { method, path, status: 204 })
    })
    return true
  }
}

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

/**
 * Reads a short body. A client that sends it too slowly gets 408, one that sends it in crumbs 400; one that hangs up
 * gets no response.
 */
function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  use: (body: Buffer) => Promise<void>,
) {
  const chunks: Buffer[] = []
  let bytes = 0
  const refuse = (status: number) => {
    if (!response.headersSent) response.writeHead(status, { connection: 'close' }).end()
  }
  const timer = setTimeout(refuse, bodyMsMax, 408)
  request.on('data', (chunk: Buffer) => {
    if (response.headersSent) return
    chunks.push(chunk)
    bytes += chunk.length
    if (hasTinyChunks(chunks.length, bytes)) refuse(400)
  })
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => {
    clearTimeout(timer)
    if (!response.headersSent) void use(Buffer.concat(chunks))
  })
}
