import { confirmDays } from './validation.ts'

/** What is left to do after the form of our own server. Of another one it isn't known whether it asks by email. */
export const confirmNotes = {
  asked: 'Please open the email that we have sent you, and confirm it there.',
  held: `Our emails are held up at the moment: yours, with a link to confirm, follows later. If none comes within ${confirmDays} days, please subscribe again.`,
} as const
