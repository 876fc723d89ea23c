/** The company behind the site: what a newcomer edits to make the product theirs. */
export const site = {
  name: 'Huza',
  email: 'info@huza.example',
  phone: '+250 788 000 000',
  address: ['KK 15 Road, Kicukiro District', 'Kigali, Rwanda'],
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
} as const

const localDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })

/** The company's calendar day at that moment, as YYYY-MM-DD. */
export const localDay = (moment: Date) => localDayFormat.format(moment)

/** The first moment of a day (YYYY-MM-DD) where the company is. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00${site.utcOffset}`)

/** The first moment after that day. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + 24 * 60 * 60 * 1000)
