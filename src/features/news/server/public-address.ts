import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 that no public site has, by the IANA registry of special-purpose addresses. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, bits)
}

/** IPv6 that is public at all, and what of it leads elsewhere: tunnels to IPv4, and examples. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, bits, 'ipv6')
}

/**
 * Whether anybody on the internet reaches an IP address: not this machine, its networks, or the metadata of a cloud.
 */
export const isPublicAddress = (address: string) =>
  isIPv6(address)
    ? global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
    : isIPv4(address) && !special.check(address)
