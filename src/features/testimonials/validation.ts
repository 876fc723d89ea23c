import { linesRule, lostText, type PublicForm, textRule } from '#shared/validation.ts'

export const testimonialStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type TestimonialStatus = (typeof testimonialStatuses)[number]

/** What a batch makes of testimonials, and what it made them from: a status or a visibility. */
export type TestimonialState = TestimonialStatus | 'SHOWN' | 'HIDDEN'

/** By `place`, as visitors see them. */
export const testimonialOrders = ['created_at', '-created_at', 'place', '-place'] as const

export const testimonialRules = {
  full_name: textRule(4, 120, 'Make sure the full name is complete'),
  title: textRule(3, 160, 'Please tell who you are, such as your position and company'),
  description: linesRule(20, 1000, 'Your testimonial should be at least 20 characters'),
}

export const testimonialForm: PublicForm<keyof typeof testimonialRules> = {
  rules: testimonialRules,
  failure:
    'Your testimonial could not be sent. Nothing of it is lost: please try again in a moment.',
  lost: lostText,
}

/** The message after submitting. */
export const testimonialReceived =
  'Thank you! Our team reads every testimonial before it appears on the site.'
