import { emailRule } from '#shared/validation.ts'

export const newsletterForm = {
  rules: { email: emailRule('Please enter a valid email address') },
  /** The spelling is required. */
  success: 'You have successfuly subscribe to our news letter',
  /** The spelling is required. */
  failure: 'Internal server errror Try again later',
}

/** The messages of the page behind the unsubscribe link. */
export const linkMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  unsubscribed: 'You are unsubscribed. We will not write to you any more.',
  subscribedAgain: 'You are subscribed again. Welcome back!',
} as const
