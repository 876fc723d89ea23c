import { randomUUID } from 'node:crypto'
import { createProxyCheck } from '#platform/http/client-ip.ts'
import type { Services } from '#platform/http/context.ts'
import { createHttpsCheck } from '#platform/http/security-headers.ts'
import type { Metrics } from './metrics/metrics.ts'

const wellFormedId = /^[\w.:/+=-]{8,128}$/

type Line = { method: string; path: string; status: number; traceId?: string }

/**
 * Creates a function that begins a request, whichever way it is answered: its id, whether it came by HTTPS, and `end`,
 * which counts it for the metrics and writes its line into the log. The id is the X-Request-Id of a trusted proxy, so
 * that its log and ours can be read together, otherwise a new one.
 */
export function createRequestLog(
  { config, log }: Pick<Services, 'config' | 'log'>,
  metrics?: Metrics,
) {
  const isTrusted = createProxyCheck(config.trustedProxies)
  const isHttps = createHttpsCheck(config)
  return (peer: string, header: (name: string) => string | null) => {
    const startedAt = performance.now()
    const given = header('x-request-id')
    const requestId = given && wellFormedId.test(given) && isTrusted(peer) ? given : randomUUID()
    return {
      requestId,
      isSecure: isHttps(peer, header('x-forwarded-proto')),
      /** @param route a pattern of ours; the path is that of the line */
      end(route: string, line: Line) {
        const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
        metrics?.record(route, line.status, durationMs)
        log.info({ requestId, ...line, durationMs }, 'request')
      },
    }
  }
}

/** A header of node:http as the web's `Headers` give it. */
export const headerOf = (headers: NodeJS.Dict<string | string[]>, name: string) => {
  const value = headers[name]
  return value === undefined ? null : `${value}`
}
