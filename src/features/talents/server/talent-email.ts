import { signOff } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { company } from '#shared/company.ts'
import { consent } from '../validation.ts'

/**
 * Confirms a registration. It repeats none of the input, so that nobody can send text to strangers by registering their
 * e-mail.
 */
export const talentEmail = (email: string): Email => ({
  isRequested: true,
  recipient: email,
  subject: `You are registered with ${company.name}`,
  parts: [
    'Hello,',
    `your profile and your resume have arrived. Our recruiters read every registration, and we write to you when an employer looks for somebody like you.`,
    `You agreed to this: "${consent.words}"`,
    'Whenever you want to change something, or want all of it deleted, answer this email. If it was not you who registered, answer it too, and we delete everything.',
    signOff,
  ],
})
