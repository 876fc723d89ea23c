import type { EmailTemplate } from '#shared/email-templates.ts'
import { type RetentionChoice, retentionLabels } from '#shared/retention.ts'
import type { SettingSection } from '#shared/settings.ts'
import { statusEmailLabels } from '#shared/status-emails.ts'
import { visitorEmailLabels } from '#shared/visitor-emails.ts'

type SectionText = {
  label: string
  saved: string
  text: string
  /** The page that shows it; empty where none does. */
  page: string
}

export const sectionTexts: Record<SettingSection, SectionText> = {
  contact: {
    label: 'Contacts and hours',
    saved: 'The contacts and hours have been saved.',
    text: 'On the contact page, above and below every page, in emails and for search engines.',
    page: '/contact',
  },
  social: {
    label: 'Social networks',
    saved: 'The social networks have been saved.',
    text: 'The icons above and below every page. Without any, nothing asks visitors to join.',
    page: '/',
  },
  about: {
    label: 'Chief and figures',
    saved: 'The chief and the figures have been saved.',
    text: 'Who signs the quotes, and the figures of the first page and of “Who we are”.',
    page: '/who-we-are',
  },
  partners: {
    label: 'Partners',
    saved: 'The partners have been saved.',
    text: 'The logos on the first page, in this order. Without a picture it is the logo that was drawn for the name, or the name.',
    page: '/',
  },
  comments: {
    label: 'Comments',
    saved: 'The moderation of comments has been saved.',
    text: 'When the comments of visitors are read by somebody of us.',
    page: '/insights',
  },
  emails: {
    label: 'Emails on decisions',
    saved: 'The emails to applicants have been saved.',
    text: 'What applicants are written when something is decided on them. A cohort may have its own.',
    page: '',
  },
  visitors: {
    label: 'All other emails',
    saved: 'The emails have been saved.',
    text: 'What everybody else is written, colleagues included, and where we are told of new messages.',
    page: '',
  },
  retention: {
    label: 'Retention',
    saved: 'The times have been saved. They count from tonight on.',
    text: 'After what time what visitors have sent is deleted for good, every night at 2. The privacy page says the same. Certificates stay.',
    page: '/privacy#what-we-store',
  },
}

export const retainedLabels = {
  applications: 'Applications',
  talents: 'Talents',
  messages: 'Messages',
  subscribers: 'Subscribers who have left',
}

const emailLabels = { ...statusEmailLabels, ...visitorEmailLabels }

/** The fields of the sections. */
export const settingLabels: Record<string, string> = {
  email: 'Email',
  phone: 'Phone',
  street: 'Street',
  city: 'City',
  country: 'Country',
  map_position: 'Place on the map',
  hours: 'Office hours',
  networks: 'Social networks',
  chief_name: 'Name of the chief',
  chief_position: 'Position of the chief',
  years: 'Years of experience',
  trained: 'Talents trained',
  outsourced: 'Talents outsourced',
  partners: 'Partners',
  rate: 'Rate of cost reduction and job placement',
  moderation: 'Moderation',
  staff_told: 'An email of each new message',
  staff_email: 'Where new messages are told',
  ...retainedLabels,
  ...emailLabels,
}

const moderationTexts: Record<string, string> = {
  after: 'After they are shown',
  before: 'Before they are shown',
}

/** A field's value in words. */
export function valueText(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None'
    return value.map((row: object) => rowText(row)).join('\n')
  }
  if (field in emailLabels) {
    const { is_sent, subject, text } = value as EmailTemplate
    return `${is_sent ? 'Sent' : 'Not sent'}\n${subject}\n${text}`
  }
  if (field in retainedLabels) return retentionLabels[value as RetentionChoice]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return field === 'moderation' ? (moderationTexts[String(value)] ?? '') : String(value)
}

const rowText = (row: object) =>
  Object.entries(row)
    .flatMap(([key, value]) => {
      if (key === 'is_visible') return value ? [] : ['hidden']
      if (key === 'logo') return value ? ['with a picture'] : []
      return value ? [String(value)] : []
    })
    .join(', ')
