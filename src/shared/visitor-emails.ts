import { type EmailTemplate, type EmailVariables, templateRules } from './email-templates.ts'

/** What visitors are told by email, besides what is decided on their applications. */
export const visitorEmailKinds = ['MESSAGE', 'ANSWER', 'EVENT'] as const
export type VisitorEmailKind = (typeof visitorEmailKinds)[number]
export type VisitorEmails = Record<VisitorEmailKind, EmailTemplate>

export const visitorEmailLabels: Record<VisitorEmailKind, string> = {
  MESSAGE: 'A message has arrived',
  ANSWER: 'A comment was answered',
  EVENT: 'An event has changed',
}

/** What stands in braces in each of them. Nothing of it is typed by visitors. */
export const visitorEmailVariables = {
  MESSAGE: { received_on: 'the day on which it came', phone: 'our phone number' },
  ANSWER: { article: 'the title of the article' },
  EVENT: {
    event: 'the title of the event',
    day: 'its day',
    time: 'from when to when',
    place: 'where it is',
  },
} as const satisfies Record<VisitorEmailKind, EmailVariables>

export type VisitorEmailValues<Kind extends VisitorEmailKind> = Record<
  keyof (typeof visitorEmailVariables)[Kind],
  string
>

export const visitorEmailRules = {
  MESSAGE: templateRules(visitorEmailVariables.MESSAGE),
  ANSWER: templateRules(visitorEmailVariables.ANSWER),
  EVENT: templateRules(visitorEmailVariables.EVENT),
}

/** The templates as delivered. */
export const defaultVisitorEmails: VisitorEmails = {
  MESSAGE: {
    is_sent: true,
    subject: 'Your message has arrived',
    text: 'your message of {received_on} has arrived. We read every message, and answer within a day. Is it urgent? Then call us: {phone}.\n\nWas it not you who wrote to us? Then you need not do anything.',
  },
  ANSWER: {
    is_sent: true,
    subject: 'There is an answer below “{article}”',
    text: 'somebody has answered below the article “{article}”, where you asked us to tell you.',
  },
  EVENT: {
    is_sent: true,
    subject: 'Changed: {event}',
    text: 'something has changed about “{event}”, for which you are registered. It is on {day}, {time}, here: {place}. Your place is kept for you.',
  },
}
