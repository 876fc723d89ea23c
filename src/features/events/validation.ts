import { emailLengthMax, isEmail } from '#shared/validation.ts'

/** What a registration must have; the form and the server say the same, word for word. */
export const registrationRules = {
  full_name: { lengthMin: 2, lengthMax: 120, message: 'Please enter your full name' },
  email: { lengthMin: 1, lengthMax: emailLengthMax, message: 'Please enter a valid email address' },
  phone: {
    lengthMin: 0,
    lengthMax: 40,
    message: 'Please enter a valid phone number, or leave it empty',
  },
  organisation: { lengthMin: 0, lengthMax: 160, message: '' },
} as const

export type RegistrationField = keyof typeof registrationRules
export const registrationFields = Object.keys(registrationRules) as RegistrationField[]

const isPhone = (text: string) => text === '' || /^[+(]?[\d\s()./-]{7,}$/.test(text)

/** What is wrong with a field of a registration, or undefined. Spaces around it don't count. */
export function registrationProblem(field: RegistrationField, value: string) {
  const { lengthMin, lengthMax, message } = registrationRules[field]
  const text = value.trim()
  if (text.length > lengthMax) return `At most ${lengthMax} characters`
  if (text.length < lengthMin) return message
  if (field === 'email' && !isEmail(text)) return message
  if (field === 'phone' && !isPhone(text)) return message
  // The name stands in an email, which must not carry a stranger's link to anybody.
  if (field === 'full_name' && /:\/\/|www\.|[<>]/i.test(text)) {
    return 'Please enter your name without a web address'
  }
  return undefined
}

/** What who registers is told: the same whether the address was on the list already or not. */
export const registrationDone =
  'Thank you! An email with the day, the place and a link to cancel is on its way to you.'

export const cancelMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  done: 'You are no longer registered, and your details are deleted. Thank you for telling us.',
} as const
