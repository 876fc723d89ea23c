import { type EmailTemplate, type EmailVariables, templateRules } from './email-templates.ts'

/** What visitors are told by email, besides what is decided on their applications. */
export const visitorEmailKinds = ['MESSAGE'] as const
export type VisitorEmailKind = (typeof visitorEmailKinds)[number]
export type VisitorEmails = Record<VisitorEmailKind, EmailTemplate>

export const visitorEmailLabels: Record<VisitorEmailKind, string> = {
  MESSAGE: 'A message has arrived',
}

/** What stands in braces in each of them. Nothing of it is typed by visitors. */
export const visitorEmailVariables = {
  MESSAGE: { received_on: 'the day on which it came', phone: 'our phone number' },
} as const satisfies Record<VisitorEmailKind, EmailVariables>

export type VisitorEmailValues<Kind extends VisitorEmailKind> = Record<
  keyof (typeof visitorEmailVariables)[Kind],
  string
>

export const visitorEmailRules = {
  MESSAGE: templateRules(visitorEmailVariables.MESSAGE),
}

/** The templates as delivered. */
export const defaultVisitorEmails: VisitorEmails = {
  MESSAGE: {
    is_sent: true,
    subject: 'Your message has arrived',
    text: 'your message of {received_on} has arrived. We read every message, and answer within a day. Is it urgent? Then call us: {phone}.\n\nWas it not you who wrote to us? Then you need not do anything.',
  },
}
