import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReadyFor, type PreparedAnswer, sendPrepared } from '#platform/cache/cached-response.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import { isHttps, securityHeaders } from '#platform/http/security-headers.ts'

/**
 * Answers what is ready in memory, kept pages and static files, straight from the connection: with the same
 * headers, request id and line in the log as the app gives, in a fraction of the time.
 * @returns whether it has answered
 */
export function createQuickLane(
  { config, log }: Pick<Services, 'config' | 'log'>,
  pages: PageCache,
  files: ReadonlyMap<string, PreparedAnswer>,
) {
  const headers = Object.fromEntries(securityHeaders(false))
  const secureHeaders = Object.fromEntries(securityHeaders(true))
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // Who says who they are may be shown more than everybody is.
    const isVisitor = request.headers.authorization === undefined
    const answer = files.get(url) ?? (isVisitor ? pages.find(url) : null)
    if (!answer || !isReadyFor(answer, String(request.headers['accept-encoding'] ?? '')))
      return false
    const startedAt = performance.now()
    const requestId = randomUUID()
    const secure = isHttps(config, request.headers['x-forwarded-proto'])
    const status = sendPrepared(request, response, answer, {
      ...(secure ? secureHeaders : headers),
      ...answer.headers,
      'x-request-id': requestId,
    })
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({ requestId, method, path: url.split('?')[0], status, durationMs }, 'request')
    return true
  }
}
