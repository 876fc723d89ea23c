import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useTestimonials } from './testimonial-context.ts'

const Lost = () => String(useTestimonials().testimonials)

test('using testimonials without their provider is a programming error', () => {
  expect(() => renderToString(createElement(Lost))).toThrow(
    'useTestimonials must be used within a TestimonialProvider',
  )
})
