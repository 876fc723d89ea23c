import { parseUrl } from './older-browsers.ts'

type VideoSite = {
  name: string
  id: RegExp
  /** Where the hosts' addresses have the id: in the path, or in the parameter `v`. */
  hosts: readonly string[]
  path: RegExp
  watch: (id: string) => string
  /** The player, begun at once, without cookies as far as the site allows it. */
  player: (id: string) => string
}

/** The sites whose videos articles may show. */
const videoSites: Readonly<Record<string, VideoSite>> = {
  youtube: {
    name: 'YouTube',
    id: /^[\w-]{11}$/,
    hosts: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    path: /^\/(?:(?:embed|shorts|live)\/)?([\w-]{11})$/,
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    id: /^\d{5,12}$/,
    hosts: ['vimeo.com', 'player.vimeo.com'],
    path: /^\/(?:video\/)?(\d{5,12})$/,
    watch: (id) => `https://vimeo.com/${id}`,
    player: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
}

/** The names of these sites, as in a sentence. */
export const videoSiteNames = Object.values(videoSites)
  .map(({ name }) => name)
  .join(' or ')

/** The origins of the players. */
export const playerOrigins = Object.values(videoSites).map(
  ({ player }) => new URL(player('')).origin,
)

/** Names the video of an address, as in `youtube/dQw4w9WgXcQ`; null of any other address. */
export function videoOf(address: string): string | null {
  const url = parseUrl(address.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^www\./, '')
  const path = url.pathname.replace(/\/$/, '')
  for (const [site, { hosts, path: pattern, id }] of Object.entries(videoSites)) {
    if (!hosts.includes(host)) continue
    const found = path === '/watch' ? url.searchParams.get('v') : pattern.exec(path)?.[1]
    if (found && id.test(found)) return `${site}/${found}`
  }
  return null
}

/** Where a named video is watched and played; null of any name that is none. */
export function videoLinks(name: string) {
  const [site = '', id = '', ...more] = name.split('/')
  const known = Object.hasOwn(videoSites, site) ? videoSites[site] : undefined
  if (!known?.id.test(id) || more.length > 0) return null
  return { siteName: known.name, watch: known.watch(id), player: known.player(id) }
}
