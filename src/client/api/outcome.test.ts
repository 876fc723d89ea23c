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

test('an answer is lost where none came through a gateway, and not where the server says that it has failed', () => {
  const isLost = (status: number | null) => new ApiError(status, null).isLost
  expect([null, 502, 504].map(isLost)).toEqual([true, true, true])
  expect([400, 409, 500, 503].map(isLost)).toEqual([false, false, false, false])
})
