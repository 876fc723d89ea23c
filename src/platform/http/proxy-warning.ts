import { createProxyCheck } from './client-ip.ts'
import type { Services } from './context.ts'

/** Bounds the memory and the log: an attacker may come from any number of addresses. */
const warnedMax = 100

/**
 * Creates a function to call with the peer of a request that has X-Forwarded-For. Once for each peer that is no trusted
 * proxy, it warns that the header is ignored: behind a proxy that TRUST_PROXY doesn't name, all visitors share one
 * limit.
 */
export function createProxyWarning({ config, log }: Pick<Services, 'config' | 'log'>) {
  const isTrusted = createProxyCheck(config.trustedProxies)
  const warned = new Set<string>()
  return (peer: string) => {
    if (warned.has(peer) || warned.size >= warnedMax || isTrusted(peer)) return
    warned.add(peer)
    log.warn({ peer }, 'X-Forwarded-For ignored: TRUST_PROXY does not name this peer')
  }
}
