import { randomUUID } from 'node:crypto'
import { createProxyCheck } from './client-ip.ts'

const wellFormed = /^[\w.:/+=-]{8,128}$/

/**
 * Creates a function that names each request: by the X-Request-Id of a trusted proxy, so that its log and ours can be
 * read together, otherwise anew.
 */
export function createRequestIds(trustedProxies: readonly string[]) {
  const isTrusted = createProxyCheck(trustedProxies)
  return (peer: string, given: string | null | undefined) =>
    given && wellFormed.test(given) && isTrusted(peer) ? given : randomUUID()
}
