import { emailLengthMax, isEmail } from '#shared/validation.ts'

/** What a contact message must have; the form and the server say the same, word for word. */
export const contactRules = {
  full_name: { lengthMin: 4, lengthMax: 120, message: 'Make sure the full name is complete' },
  email: {
    lengthMin: 1,
    lengthMax: emailLengthMax,
    message: 'Please enter a valid email address.',
  },
  phone: { lengthMin: 10, lengthMax: 40, message: 'Please enter a valid phone number.' },
  subject: { lengthMin: 3, lengthMax: 200, message: 'Subject is required.' },
  message: { lengthMin: 10, lengthMax: 5000, message: 'Message should be at least 10 characters.' },
} as const

export type ContactField = keyof typeof contactRules
export const contactFields = Object.keys(contactRules) as ContactField[]

/** What is wrong with a field of a contact message, or undefined. Spaces around it don't count. */
export function validateContactField(field: ContactField, value: string) {
  const { lengthMin, lengthMax, message } = contactRules[field]
  const text = value.trim()
  if (text.length > lengthMax) return `At most ${lengthMax} characters`
  return text.length < lengthMin || (field === 'email' && !isEmail(text)) ? message : undefined
}
