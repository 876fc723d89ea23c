import { emailRule, linesRule, type PublicForm, textRule } from '#shared/validation.ts'

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
}

/** The message after submitting; the spelling is required. */
export const contactSent = 'Your Query was sent successfuly'
