import { emailRule } from '#shared/validation.ts'

export const subscriberStatuses = ['ACTIVE', 'UNCONFIRMED', 'UNSUBSCRIBED'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

export const subscriberStatusLabels: Record<SubscriberStatus, string> = {
  ACTIVE: 'Subscribed',
  UNCONFIRMED: 'Not confirmed yet',
  UNSUBSCRIBED: 'Unsubscribed',
}

export const subscriberOrders = ['created_at', '-created_at', 'email', '-email'] as const

/** The days after which an address that was not confirmed is deleted, and its link is no longer good. */
export const confirmDays = 7

export const issueStatuses = ['DRAFT', 'SENDING', 'PAUSED', 'SENT', 'STOPPED'] as const
export type IssueStatus = (typeof issueStatuses)[number]
export const issueMoves = ['pause', 'resume', 'stop'] as const
export type IssueMove = (typeof issueMoves)[number]
export const issueName = ({ subject }: { subject: string }) => subject
export const issueContentMax = 40_000
export const issueArticlesMax = 12

export const importBytesMax = 2 * 1024 * 1024
export const importRowsMax = 10_000
/** The rows of each outcome that a report of an import names. */
export const importRowsNamedMax = 100
export const importOutcomes = ['added', 'known', 'unsubscribed', 'repeated', 'invalid'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const newsletterForm = {
  rules: { email: emailRule('Please enter a valid email address') },
  /** The spelling is required. */
  success: 'You have successfuly subscribe to our news letter',
  /** The spelling is required. */
  failure: 'Internal server errror Try again later',
  prefersServerMessage: true,
} as const

/** What is drawn on the form's button. */
export const buttonMarks = { send: 'M3 10h13m-5-6 6 6-6 6', sent: 'm4 10.5 4 4 8-9' }

/** The messages of the pages behind the links in emails. */
export const linkMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  unsubscribed: 'You are unsubscribed. We will not write to you any more.',
  confirmed: 'Thank you, your subscription is confirmed. Welcome!',
  expired: 'This link is no longer good. Please subscribe again, and we send you a new one.',
  subscribedAgain: 'You are subscribed again. Welcome back!',
} as const
