import { type EmailTemplate, templateRules } from './email-templates.ts'

/** What applicants are told by email: the status that they get, or what becomes of their place. */
export const statusEmailKinds = [
  'REVIEWING',
  'SHORTLISTED',
  'ACCEPTED',
  'REJECTED',
  'WITHDRAWN',
  'WAITING',
  'SPOT',
  'MOVED',
] as const
export type StatusEmailKind = (typeof statusEmailKinds)[number]

export type StatusEmails = Record<StatusEmailKind, EmailTemplate>

export const statusEmailLabels: Record<StatusEmailKind, string> = {
  REVIEWING: 'Reviewing',
  SHORTLISTED: 'Shortlisted',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  WAITING: 'On the waiting list',
  SPOT: 'Off the waiting list',
  MOVED: 'Moved to another cohort',
}

/** What stands in braces in a template, and what becomes of it. Nothing of it is typed by applicants. */
export const emailVariables = {
  cohort: 'the name of the cohort',
  tech_stack: 'the tech stack',
  starts_on: 'the first day of the cohort',
  ends_on: 'its last day',
} as const

export const emailTemplateRules = templateRules(emailVariables)

const about = 'Your application for {cohort}'
const questions = 'If you have a question, please answer this email.'

/** The templates as delivered. */
export const defaultStatusEmails: StatusEmails = {
  REVIEWING: {
    is_sent: false,
    subject: about,
    text: `We are reading your application for {cohort} now. You hear from us when we have decided.\n\n${questions}`,
  },
  SHORTLISTED: {
    is_sent: true,
    subject: `${about}: you are on the shortlist`,
    text: `Your application for {cohort} ({tech_stack}) is on the shortlist. We write to you again about the next step.\n\n${questions}`,
  },
  ACCEPTED: {
    is_sent: true,
    subject: 'Welcome to {cohort}',
    text: `Congratulations! You are accepted for {cohort} ({tech_stack}), which begins on {starts_on} and ends on {ends_on}. We write to you again with all that you need for the first day.\n\nIf you can't come, please answer this email soon, so that somebody else gets the spot.`,
  },
  REJECTED: {
    is_sent: true,
    subject: about,
    text: `Thank you for applying for {cohort}. Many applied, and this time we could not offer you a spot. That says nothing against you: we would be glad to hear from you again for another cohort.\n\n${questions}`,
  },
  WITHDRAWN: {
    is_sent: true,
    subject: `${about} is withdrawn`,
    text: `Your application for {cohort} is withdrawn, and we do not consider it any more. If this is a mistake, please answer this email.`,
  },
  WAITING: {
    is_sent: true,
    subject: `${about}: you are on the waiting list`,
    text: `{cohort} is full at the moment, so your application is on its waiting list. As soon as a spot is free and it is your turn, we write to you.\n\n${questions}`,
  },
  SPOT: {
    is_sent: true,
    subject: `${about}: you have a spot`,
    text: `A spot in {cohort} is free, and your application has left the waiting list: it is considered with the others. We write to you when we have decided.\n\n${questions}`,
  },
  MOVED: {
    is_sent: true,
    subject: 'Your application is for {cohort} now',
    text: `Your application is for {cohort} ({tech_stack}) now, which begins on {starts_on} and ends on {ends_on}.\n\nIf that does not suit you, please answer this email.`,
  },
}
