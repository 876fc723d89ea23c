import { dayMs } from './durations.ts'
import type { Settings } from './settings.ts'

/**
 * The company behind the site. Edit this to run the product for another one. What staff change in the dashboard is in
 * `company-defaults.ts` beside it.
 */
export const company = {
  name: 'Huza',
  /** The founder, whose story the page about us tells; the chief may be another by now. */
  founder: 'Claudine Mukamana',
  /** Part of names that must stay the same for good: of emails, and of events in calendars. */
  domain: 'huza.example',
  timeZone: 'Africa/Kigali',
  /** Kigali keeps UTC+2 all year. */
  utcOffset: '+02:00',
  /** The video of the home page, from `public/`. */
  film: {
    title: 'The world is a neighbour of Kigali',
    poster: '/film/huza.webp',
    sources: [
      { src: '/film/huza.webm', type: 'video/webm' },
      { src: '/film/huza.mp4', type: 'video/mp4' },
    ],
  },
} as const

/** The video's data for search engines; separate, so that it stays out of the browser's bundle. */
export const film = {
  description: `Talent rises everywhere. ${company.name} trains it in Kigali, and connects it to the world.`,
  uploadedAt: `2026-11-20T09:20:00${company.utcOffset}`,
  lengthS: 13.5,
}

const utcOffsetMs = Date.UTC(1970, 0) - Date.parse(`1970-01-01T00:00:00${company.utcOffset}`)

/** The time in the company's time zone, to the minute, as YYYY-MM-DDTHH:mm: the value of a field for it. */
export const localTime = (moment: Date) =>
  new Date(moment.getTime() + utcOffsetMs).toISOString().slice(0, 16)

/** The day in the company's time zone, as YYYY-MM-DD. */
export const localDay = (moment: Date) => localTime(moment).slice(0, 10)

/** The start of a day (YYYY-MM-DD) in the company's time zone. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00${company.utcOffset}`)

/** The end of a day (exclusive) in the company's time zone. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs)

/** The phone number as a tel: link. */
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** The address as it is written: the street, and the town with its country. */
export const addressLines = ({ street, city, country }: Settings['contact']) => [
  street,
  `${city}, ${country}`,
]

/** Half the width and height of the embedded map, in degrees. */
const mapReach = { latitude: 0.01, longitude: 0.016 }
export const mapOrigin = 'https://www.openstreetmap.org'

/** The URLs of the office's map: to be embedded in a page, and to be opened. */
export function mapUrls({ map_position }: Pick<Settings['contact'], 'map_position'>) {
  const [latitude = 0, longitude = 0] = map_position.split(', ').map(Number)
  const corner = (sign: 1 | -1) =>
    [longitude + sign * mapReach.longitude, latitude + sign * mapReach.latitude].map((degrees) =>
      degrees.toFixed(4),
    )
  const box = [...corner(-1), ...corner(1)].join('%2C')
  return {
    frame: `${mapOrigin}/export/embed.html?bbox=${box}&layer=mapnik&marker=${latitude}%2C${longitude}`,
    link: `${mapOrigin}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
  }
}
