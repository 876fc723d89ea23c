import { digestOfText } from '#platform/security/spam-check.ts'
import { domainOf } from '../validation.ts'

/** URLs and link markup; a link that is both counts once. */
const links = /(?:https?:\/\/|www\.|<a\s|\[url)[^\s<\]]*/gi
const url = /(?:https?:\/\/|www\.)[^\s<>"'\])]+/i

export const countLinks = (message: string) => message.match(links)?.length ?? 0

const linkLengthMax = 300

/** What comments of one spam wave have in common: the first link without its query or, without a link, the words. */
export function waveKeyOf(message: string) {
  const [link] = url.exec(message) ?? []
  if (!link) return `text:${digestOfText(message)}`
  const path = link.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^www\.[^/]*/i, '')
  const place = domainOf(link) + path.replace(/[?#].*$/s, '').replace(/[/.,;:!]+$/, '')
  return `link:${place.slice(0, linkLengthMax)}`
}
