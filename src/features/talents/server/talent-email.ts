import type { Email } from '#platform/mail/email-message.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { consent } from '../validation.ts'

/**
 * Confirms a registration. It repeats none of the input, so that nobody can send text to strangers by registering their
 * email.
 */
export const talentEmail = (email: string, template: Template): Email => ({
  ...visitorEmail({ email, name: '' }, template, {}, [`You agreed to this: "${consent.words}"`]),
  isRequested: true,
})

export const talentExample: VisitorEmailExample = (_, { email }, template) =>
  talentEmail(email, template)
