import { emailRule } from '#shared/validation.ts'

export const newsletterForm = {
  rules: { email: emailRule('Please enter a valid email address') },
  /** Spelt so. */
  success: 'You have successfuly subscribe to our news letter',
  /** Spelt so. */
  failure: 'Internal server errror Try again later',
}

/** What somebody is told who follows the link in an email. */
export const linkMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  unsubscribed: 'You are unsubscribed. We will not write to you any more.',
  subscribedAgain: 'You are subscribed again. Welcome back!',
} as const
