/** What a testimonial must have; the form and the server say the same, word for word. */
export const testimonialRules = {
  full_name: { lengthMin: 4, lengthMax: 120, message: 'Make sure the full name is complete' },
  title: {
    lengthMin: 3,
    lengthMax: 160,
    message: 'Please tell who you are, such as your position and company',
  },
  description: {
    lengthMin: 20,
    lengthMax: 1000,
    message: 'Your testimonial should be at least 20 characters',
  },
} as const

/** What a visitor is told whose testimonial was stored. */
export const testimonialReceived =
  'Thank you! Our team reads every testimonial before it appears on the site.'
