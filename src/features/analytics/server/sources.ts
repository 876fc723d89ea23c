import type { Device } from '../validation.ts'

/** Where nothing says where a visit came from, such as a typed URL. */
export const directSource = 'direct'
/** A page of the site itself, without scripts or in a new tab. */
const ownSource = 'this site'
export const otherName = 'other'

/** Search engines and places where links are shared, by their hosts. */
const searchEngines: Record<string, RegExp> = {
  Google: /^(.+\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$|^com\.google\.android\./,
  Bing: /^(.+\.)?bing\.com$/,
  DuckDuckGo: /^(.+\.)?duckduckgo\.com$/,
  Yahoo: /^(.+\.)?yahoo\.(com|co\.[a-z]{2})$/,
  Ecosia: /^(.+\.)?ecosia\.org$/,
  Yandex: /^(.+\.)?yandex\.[a-z]{2,3}$/,
  Baidu: /^(.+\.)?baidu\.com$/,
  Qwant: /^(.+\.)?qwant\.com$/,
  Brave: /^search\.brave\.com$/,
}
const sharers: Record<string, RegExp> = {
  Facebook: /^(.+\.)?(facebook|fb|messenger)\.com$|^com\.facebook\./,
  Instagram: /^(.+\.)?instagram\.com$|^com\.instagram\./,
  LinkedIn: /^(.+\.)?linkedin\.com$|^lnkd\.in$|^com\.linkedin\./,
  X: /^(.+\.)?(twitter|x)\.com$|^t\.co$|^com\.twitter\./,
  WhatsApp: /^(.+\.)?whatsapp\.com$|^wa\.me$|^com\.whatsapp/,
  Telegram: /^(.+\.)?telegram\.org$|^t\.me$|^org\.telegram\./,
  YouTube: /^(.+\.)?youtube\.com$|^youtu\.be$/,
  TikTok: /^(.+\.)?tiktok\.com$/,
  Reddit: /^(.+\.)?reddit\.com$/,
}
const known = Object.entries({ ...searchEngines, ...sharers })
const fixed = new Set([directSource, ownSource, otherName, ...known.map(([name]) => name), ''])

/** Whether a source is one of a fixed number, which invented ones can't displace. */
export const isFixedSource = (source: string) => fixed.has(source)

/** What kind of source it is: a search engine, a place where links are shared, or neither. */
export function kindOf(source: string) {
  if (Object.hasOwn(searchEngines, source)) return 'search' as const
  if (Object.hasOwn(sharers, source)) return 'shared' as const
  return fixed.has(source) ? ('none' as const) : ('site' as const)
}

const host = /^(?=.{3,60}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** The name of a host, such as 'Google', or the host itself without `www.`; 'other' for what is none. */
function sourceOfHost(text: string) {
  const plain = text
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^(www|m|l|lm)\./, '')
  const [name] = known.find(([, hosts]) => hosts.test(plain)) ?? []
  // An address of a network may be a person's.
  return name ?? (host.test(plain) && !/^[\d.]+$/.test(plain) ? plain : otherName)
}

/** A word of a campaign's link: nothing that looks like an email address or a number of a person. */
const wordOf = (text: string | null) => {
  const word = (text ?? '').trim().toLowerCase()
  return /^[\p{L}\p{M}\d ._-]{1,40}$/u.test(word) && !/\d{5}/.test(word) ? word : ''
}

type Origin = { referrer?: string; utm?: string; ownHosts: string[] }

/**
 * Where a visit came from, by the parameters of the link or the referrer.
 * @param origin.referrer its host @param origin.utm the link's parameters that begin so
 */
export function originOf({ referrer, utm, ownHosts }: Origin) {
  const parameters = new URLSearchParams(utm)
  const named = wordOf(parameters.get('utm_source'))
  const known = named && sourceOfName(named)
  const bySite = !referrer
    ? directSource
    : ownHosts.includes(referrer)
      ? ownSource
      : sourceOfHost(referrer)
  const words = [parameters.get('utm_campaign'), parameters.get('utm_medium')].map(wordOf)
  return { source: known || bySite, campaign: words.filter(Boolean).join(', ') }
}

/** A campaign may name a source that is known by its host. */
function sourceOfName(name: string) {
  const [found] = known.find(([known]) => known.toLowerCase() === name) ?? []
  return found ?? (fixed.has(name) ? otherName : name)
}

/** The class of a device. Tablets that pretend to be computers, such as the iPad, count as such. */
export function deviceOf(browser: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)|Silk\//i.test(browser)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(browser) ? 'phone' : 'computer'
}

/** The language that a browser asks for first, such as `rw`. */
export const languageOf = (header: string | null) =>
  /^[a-z]{2,3}(?=[-,;]|$)/i.exec(header ?? '')?.[0].toLowerCase() ?? ''
