import type { IncomingMessage, ServerResponse } from 'node:http'
import { savesData, variantKeyOf } from '#platform/cache/cache-key.ts'
import { type CachedResponse, isReadyFor, writeResponse } from '#platform/cache/cached-response.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import {
  drawingHeaders,
  isPart,
  partHeaders,
  securityHeaders,
} from '#platform/http/security-headers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PageKeys } from '../pages/page-keys.ts'
import { createRequestLog, headerOf } from '../request-log.ts'

const kindOf = (type: string | undefined) =>
  isPart(type) ? 'part' : type === 'image/svg+xml' ? 'drawing' : 'document'

/**
 * Serves cached pages and static files from memory, past the app, in a fraction of its time. Headers, request id and
 * log line are the same.
 * @returns a handler that returns whether it has responded
 */
export function createFastPath(
  services: Pick<Services, 'config' | 'log'>,
  pages: PageCache,
  files: ReadonlyMap<string, CachedResponse>,
  { knownKeyOf, routeOf }: Pick<PageKeys, 'knownKeyOf' | 'routeOf'>,
  metrics?: Metrics,
) {
  const beginRequest = createRequestLog(services, metrics)
  const headersOf = (secure: boolean) => ({
    document: Object.fromEntries(securityHeaders(secure)),
    part: Object.fromEntries(partHeaders(secure)),
    drawing: Object.fromEntries(drawingHeaders(secure)),
  })
  const [headers, secureHeaders] = [headersOf(false), headersOf(true)]
  /** The page of a URL, also where it has parameters that the page doesn't read. */
  const findPage = (url: string, isSaving: boolean) => {
    const page = pages.find(variantKeyOf(url, isSaving))
    if (page || !url.includes('?')) return page
    const key = knownKeyOf(url)
    return key === null ? null : pages.find(variantKeyOf(key, isSaving))
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // Signed-in users may see more than visitors.
    const isVisitor = request.headers.authorization === undefined
    const file = files.get(url)
    const isSaving = savesData(request.headers['save-data'], request.headers.ect)
    const cached = file ?? (isVisitor ? findPage(url, isSaving) : null)
    if (!cached || !isReadyFor(cached, String(request.headers['accept-encoding'] ?? ''))) {
      return false
    }
    const { requestId, isSecure, end } = beginRequest(request.socket.remoteAddress ?? '', (name) =>
      headerOf(request.headers, name),
    )
    const kind = file ? kindOf(file.headers['content-type']) : 'document'
    const status = writeResponse(request, response, cached, {
      ...(isSecure ? secureHeaders : headers)[kind],
      ...cached.headers,
      ...(kind === 'document' && { 'x-request-id': requestId }),
    })
    const [path = ''] = url.split('?', 1)
    end(file ? 'file' : routeOf(path), { method, path, status })
    return true
  }
}
