/** What section 5 of the specification asks of a comment and of a reply. */
export const messages = {
  name: 'Name must be at least 2 characters',
  email: 'Please enter a valid email address',
  message: 'Message must be at least 10 characters',
} as const

export const lengthsMin = { name: 2, message: 10 } as const
