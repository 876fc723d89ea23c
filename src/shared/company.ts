/** The company behind the site. Edit this to run the product for another one. */
export const company = {
  name: 'Huza',
  email: 'info@huza.example',
  phone: '+250 788 000 000',
  address: ['KK 15 Road, Kicukiro District', 'Kigali, Rwanda'],
  /** The office: the map embedded in the contact page, and the link of the address. */
  map: {
    frame:
      'https://www.openstreetmap.org/export/embed.html?bbox=30.0884%2C-1.9806%2C30.1204%2C-1.9606&layer=mapnik&marker=-1.9706%2C30.1044',
    link: 'https://www.openstreetmap.org/?mlat=-1.9706&mlon=30.1044#map=16/-1.9706/30.1044',
  },
  timeZone: 'Africa/Kigali',
  /** Kigali keeps UTC+2 all year. */
  utcOffset: '+02:00',
  social: [
    { network: 'LinkedIn', url: 'https://www.linkedin.com/company/huza' },
    { network: 'X', url: 'https://x.com/huza' },
    { network: 'Instagram', url: 'https://www.instagram.com/huza' },
    { network: 'YouTube', url: 'https://www.youtube.com/@huza' },
    { network: 'Facebook', url: 'https://www.facebook.com/huza' },
  ],
  chief: { name: 'Claudine Mukamana', position: 'Chief Executive Officer' },
  /** The figures of the public pages. */
  stats: {
    years: '10+',
    trained: '2000+',
    outsourced: '1660 +',
    partners: '50+',
    rate: '83%',
  },
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
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + 24 * 60 * 60 * 1000)

/** The phone number as a tel: link. */
export const phoneHref = `tel:${company.phone.replace(/[^+\d]/g, '')}`
