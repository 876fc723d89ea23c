import type { IncomingMessage, ServerResponse } from 'node:http'
import { formKeyOf, savesData } from '#platform/cache/cache-key.ts'
import { type CachedResponse, isReadyFor, writeResponse } from '#platform/cache/cached-response.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import { createRequestIds } from '#platform/http/request-id.ts'
import {
  createHttpsCheck,
  drawingHeaders,
  isPart,
  partHeaders,
  securityHeaders,
} from '#platform/http/security-headers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PageKeys } from '../pages/page-keys.ts'

const kindOf = (type: string | undefined) =>
  isPart(type) ? 'part' : type === 'image/svg+xml' ? 'drawing' : 'document'

/**
 * Serves cached pages and static files from memory, past the app, in a fraction of its time. Headers, request id and
 * log line are the same.
 * @returns a handler that returns whether it has responded
 */
export function createFastPath(
  { config, log }: Pick<Services, 'config' | 'log'>,
  pages: PageCache,
  files: ReadonlyMap<string, CachedResponse>,
  { knownKeyOf, routeOf }: Pick<PageKeys, 'knownKeyOf' | 'routeOf'>,
  metrics?: Metrics,
) {
  const isHttps = createHttpsCheck(config)
  const requestIdOf = createRequestIds(config.trustedProxies)
  const headersOf = (secure: boolean) => ({
    document: Object.fromEntries(securityHeaders(secure)),
    part: Object.fromEntries(partHeaders(secure)),
    drawing: Object.fromEntries(drawingHeaders(secure)),
  })
  const [headers, secureHeaders] = [headersOf(false), headersOf(true)]
  /** The page of a URL, also where it has parameters that the page doesn't read. */
  const findPage = (url: string, isSaving: boolean) => {
    const page = pages.find(formKeyOf(url, isSaving))
    if (page || !url.includes('?')) return page
    const key = knownKeyOf(url)
    return key === null ? null : pages.find(formKeyOf(key, isSaving))
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // Signed-in users may see more than visitors.
    const isVisitor = request.headers.authorization === undefined
    const file = files.get(url)
    const isSaving = savesData(request.headers['save-data'])
    const cached = file ?? (isVisitor ? findPage(url, isSaving) : null)
    if (!cached || !isReadyFor(cached, String(request.headers['accept-encoding'] ?? ''))) {
      return false
    }
    const startedAt = performance.now()
    const peer = request.socket.remoteAddress ?? ''
    const requestId = requestIdOf(peer, String(request.headers['x-request-id'] ?? ''))
    const secure = isHttps(peer, request.headers['x-forwarded-proto'])
    const kind = file ? kindOf(file.headers['content-type']) : 'document'
    const status = writeResponse(request, response, cached, {
      ...(secure ? secureHeaders : headers)[kind],
      ...cached.headers,
      ...(kind === 'document' && { 'x-request-id': requestId }),
    })
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
    const [path = ''] = url.split('?', 1)
    metrics?.record(file ? 'file' : routeOf(path), status, durationMs)
    log.info({ requestId, method, path, status, durationMs }, 'request')
    return true
  }
}
