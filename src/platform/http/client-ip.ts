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
 * Makes the reader of a visitor's address.
 * @param trusted the proxies that may say whose request they pass on: addresses, ranges, or `private`
 * @throws an Error that names the entry which is no address
 */
export function createClientIpReader(trusted: readonly string[]) {
  const proxies = new BlockList()
  for (const entry of trusted.flatMap((one) => (one === 'private' ? privateRanges : [one]))) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? []
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0 || Number(prefix ?? 0) > (family === 'ipv6' ? 128 : 32)) {
      throw new Error(`has "${entry}", which is no address`)
    }
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  /** @param peer the other end of the connection, and what it says of those before it */
  return (peer: string, forwardedFor: string | null): string => {
    let address = plain(peer)
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isIP(address) && isTrusted(address)) {
      const before = hops.pop()
      if (before === undefined || isIP(before) === 0) break
      address = before
    }
    return isIPv6(address) ? networkOf(address) : address
  }
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** A household has a /64 of IPv6 to itself, so that is what limits count. */
function networkOf(address: string) {
  const [head = '', tail = ''] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
