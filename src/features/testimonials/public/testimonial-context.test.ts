import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useTestimonials } from './testimonial-context.ts'

const Lost = () => String(useTestimonials().testimonials)

test('testimonials asked for outside their provider are a programming error', () => {
  expect(() => renderToString(createElement(Lost))).toThrow(
    'useTestimonials must be used within a TestimonialProvider',
  )
})
