import { expect, test } from 'vitest'
import { attemptFor, randomKey } from './idempotency-key.ts'

const resume = new File(['one'], 'cv.pdf', { lastModified: 1 })
const wire = (email: string, file = resume): [string, string | File][] => [
  ['email', email],
  ['resume', file],
]

test('keeps the key when the same fields are sent again', () => {
  const first = attemptFor(wire('a@b.rw'), null)
  expect(attemptFor(wire('a@b.rw'), first)).toBe(first)
})

test('keeps the key when a copy of the file is sent', () => {
  const first = attemptFor(wire('a@b.rw'), null)
  const copy = new File(['one'], 'cv.pdf', { lastModified: 1 })
  expect(attemptFor(wire('a@b.rw', copy), first)).toBe(first)
})

test.each([
  ['field', 'c@d.rw', resume],
  ['name of the file', 'a@b.rw', new File(['one'], 'other.pdf', { lastModified: 1 })],
  ['size of the file', 'a@b.rw', new File(['three'], 'cv.pdf', { lastModified: 1 })],
  ['time of the file', 'a@b.rw', new File(['two'], 'cv.pdf', { lastModified: 2 })],
])('makes a new key for another %s', (_what, email, file) => {
  const first = attemptFor(wire('a@b.rw'), null)
  expect(attemptFor(wire(email, file), first).key).not.toBe(first.key)
})

test('makes a version 4 UUID, with and without crypto.randomUUID', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(randomKey()).toMatch(uuid)
  expect(randomKey(null as never)).toMatch(uuid)
})
