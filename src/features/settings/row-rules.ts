import { parseUrl } from '#shared/older-browsers.ts'
import { type Network, networkHosts, type SocialLink } from '#shared/settings.ts'
import type { FieldRule } from '#shared/validation.ts'

// The rules of lists, whose rows are checked in the browser as well: the server's errors name the list alone.

const parseHttps = (text: string) => (text.startsWith('https://') ? parseUrl(text) : null)
const httpsLink = 'Please enter an address that starts with https://'

/** @returns an error message for an address that is no page of this network */
export function validateNetworkUrl({ network, url }: SocialLink): string | undefined {
  const page = parseHttps(url)
  if (!page) return httpsLink
  const { hostname, pathname, username } = page
  const hosts: readonly string[] = networkHosts[network]
  const isTheirs = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return isTheirs && pathname.length > 1 && !username
    ? undefined
    : `Please enter the address of your page on ${network}, such as ${exampleOf(network)}`
}

/** @returns what an address of this network looks like */
export const exampleOf = (network: Network) => `https://${networkHosts[network][0]}/…`

export const hoursMax = 7
export const hoursRules = {
  days: { missing: 'Please enter the days, such as Monday to Friday', lengthMax: 40 },
  time: { missing: 'Please enter the time, such as 8:00 AM to 5:00 PM', lengthMax: 40 },
} satisfies Record<string, FieldRule>

/** @returns an error message for a text that is neither empty nor a link */
export const validateLink = (text: string) =>
  text === '' || parseHttps(text) ? undefined : httpsLink

export const partnersMax = 40
export const partnerRules = {
  name: { missing: 'Name is required', lengthMax: 80 },
  url: { lengthMax: 300, validate: validateLink },
} satisfies Record<string, FieldRule>
