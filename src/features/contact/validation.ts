import { emailRule, linesRule, lostText, type PublicForm, textRule } from '#shared/validation.ts'

export const contactRules = {
  full_name: textRule(4, 120, 'Make sure the full name is complete'),
  email: emailRule('Please enter a valid email address.'),
  phone: textRule(10, 40, 'Please enter a valid phone number.'),
  subject: textRule(3, 200, 'Subject is required.'),
  message: linesRule(10, 5000, 'Message should be at least 10 characters.'),
}

export const contactForm: PublicForm<keyof typeof contactRules> = {
  rules: contactRules,
  failure: 'Your message could not be sent. Nothing of it is lost: please try again in a moment.',
  lost: lostText,
}

/** The message after submitting; the spelling is required. */
export const contactSent = 'Your Query was sent successfuly'

export const contactStatuses = ['NEW', 'IN_PROGRESS', 'RESOLVED', 'SPAM'] as const
export type ContactStatus = (typeof contactStatuses)[number]

export const contactStatusLabels: Record<ContactStatus, string> = {
  NEW: 'New',
  IN_PROGRESS: 'In progress',
  RESOLVED: 'Resolved',
  SPAM: 'Spam',
}

export const contactOrders = ['created_at', '-created_at', 'full_name', '-full_name'] as const

/** The actions of a batch. */
export const contactActions = [
  'mark_read',
  'mark_unread',
  'mark_new',
  'mark_in_progress',
  'mark_resolved',
  'mark_spam',
  'assign',
  'delete',
] as const
export type ContactAction = (typeof contactActions)[number]

/** The website promises an answer within a day. */
export const answerHours = 24

/** Whether sending has come to an end, as the outbox knows. */
export const replyOutcomes = ['WAITING', 'SENT', 'FAILED'] as const
export type ReplyOutcome = (typeof replyOutcomes)[number]

export const textLengthMax = 5_000
