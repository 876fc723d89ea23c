import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { failureOf } from './outcome.ts'

test('a write without an answer is said to be uncertain', () => {
  for (const lost of [new ApiError(null, null), new ApiError(502, null), new Error('Failed')]) {
    expect(failureOf(lost)).toMatch(/^This may have been done: please look first\. \w/)
  }
})

test('a write that was refused is said to be refused, by all its reasons', () => {
  expect(failureOf(new ApiError(409, 'It is paused.'))).toBe('It is paused.')
  const fields = { title: ['Please enter a title'], slug: ['It is taken'] }
  expect(failureOf(new ApiError(400, null, fields))).toBe('Please enter a title. It is taken.')
})
