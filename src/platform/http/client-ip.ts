import { BlockList, isIP, isIPv6 } from 'node:net'

const privateRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
]

/**
 * Creates a function that tells whether an IP address is a trusted proxy's.
 * @param trusted the proxies whose X-Forwarded headers are believed: IP addresses, CIDR ranges, or `private`
 * @throws an Error that names the invalid entry
 */
export function createProxyCheck(trusted: readonly string[]) {
  const proxies = new BlockList()
  for (const entry of trusted.flatMap((one) => (one === 'private' ? privateRanges : [one]))) {
    const [, ip = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? []
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
    if (isIP(ip) === 0 || Number(prefix ?? 0) > (family === 'ipv6' ? 128 : 32)) {
      throw new Error(`has "${entry}", which is no address`)
    }
    if (prefix === undefined) proxies.addAddress(ip, family)
    else proxies.addSubnet(ip, Number(prefix), family)
  }
  return (peer: string) => {
    const ip = plain(peer)
    return isIP(ip) !== 0 && proxies.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
  }
}

/**
 * Creates a function that finds the IP address of a request's client. Takes and throws what `createProxyCheck` does.
 */
export function createClientIpReader(trusted: readonly string[]) {
  const isTrusted = createProxyCheck(trusted)

  /**
   * @param peer the IP address at the other end of the connection
   * @param forwardedFor the X-Forwarded-For header
   */
  return (peer: string, forwardedFor: string | null): string => {
    let ip = plain(peer)
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isTrusted(ip)) {
      const before = hops.pop()
      if (before === undefined || isIP(before) === 0) break
      ip = before
    }
    return isIPv6(ip) ? networkOf(ip) : ip
  }
}

const plain = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** A household usually has a whole /64 of IPv6, so limits count by /64. */
function networkOf(ip: string) {
  const [head = '', tail = ''] = ip.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
