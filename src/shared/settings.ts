/** The social networks that the site has icons for, with the hosts of their pages. */
export const networkHosts = {
  LinkedIn: ['linkedin.com'],
  X: ['x.com', 'twitter.com'],
  Instagram: ['instagram.com'],
  YouTube: ['youtube.com', 'youtu.be'],
  Facebook: ['facebook.com', 'fb.com'],
  TikTok: ['tiktok.com'],
  WhatsApp: ['wa.me', 'whatsapp.com'],
} as const
export type Network = keyof typeof networkHosts
export const networks = Object.keys(networkHosts) as Network[]

export type SocialLink = { network: Network; url: string }
type OfficeHours = { days: string; time: string }
/** `logo` is the URL of a picture, empty for a drawn one; `url` is empty for none. */
export type Partner = { name: string; logo: string; url: string; is_visible: boolean }

/** What administrators set in the dashboard, by section. Each section is saved on its own. */
export type Settings = {
  contact: {
    email: string
    phone: string
    street: string
    city: string
    country: string
    /** Latitude and longitude of the office: '-1.9706, 30.1044'. */
    map_position: string
    hours: OfficeHours[]
  }
  social: { networks: SocialLink[] }
  /** The chief, and the figures of the public pages. */
  about: {
    chief_name: string
    chief_position: string
    years: string
    trained: string
    outsourced: string
    partners: string
    rate: string
  }
  partners: { partners: Partner[] }
  /** Whether visitors' comments are read before or after they are shown. */
  comments: { moderation: 'before' | 'after' }
}

export const settingSections = ['contact', 'social', 'about', 'partners', 'comments'] as const
export type SettingSection = (typeof settingSections)[number]

/** What public pages show of the settings. */
export type Company = {
  contact: Settings['contact']
  networks: SocialLink[]
  about: Settings['about']
  partners: Omit<Partner, 'is_visible'>[]
}

export const companyOf = ({ contact, social, about, partners }: Settings): Company => ({
  ...{ contact, about, networks: social.networks },
  partners: partners.partners
    .filter(({ is_visible }) => is_visible)
    .map(({ name, logo, url }) => ({ name, logo, url })),
})

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
