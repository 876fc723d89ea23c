import type { Retention } from './retention.ts'
import type { StatusEmails } from './status-emails.ts'
import type { VisitorEmails } from './visitor-emails.ts'

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
  /** The emails to applicants about decisions. */
  emails: StatusEmails
  /** The emails to other visitors, and whether staff get one about a new message: at `staff_email` if it is set. */
  visitors: VisitorEmails & { staff_told: boolean; staff_email: string }
  /** How long data of visitors is kept. */
  retention: Retention
}

export const settingSections = [
  'contact',
  'social',
  'about',
  'partners',
  'comments',
  'emails',
  'visitors',
  'retention',
] as const
export type SettingSection = (typeof settingSections)[number]

/** What public pages show of the settings. */
export type Company = {
  contact: Settings['contact']
  networks: SocialLink[]
  about: Settings['about']
  /** Left out of every page's data where nothing goes by itself. */
  retention?: Retention
  partners: Omit<Partner, 'is_visible'>[]
}

type Shown = Omit<Settings, 'comments' | 'emails' | 'visitors'>

export const companyOf = ({ contact, social, about, partners, retention }: Shown): Company => ({
  contact,
  about,
  networks: social.networks,
  retention: Object.values(retention).every((days) => days === '0') ? undefined : retention,
  partners: partners.partners
    .filter(({ is_visible }) => is_visible)
    .map(({ name, logo, url }) => ({ name, logo, url })),
})
