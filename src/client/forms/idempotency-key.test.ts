import { expect, test } from 'vitest'
import { attemptFor, randomKey } from './idempotency-key.ts'

const resume = new File(['one'], 'cv.pdf')
const wire = (email: string, file = resume): [string, string | File][] => [
  ['email', email],
  ['resume', file],
]

test('keeps the key when the same fields are sent again', () => {
  const first = attemptFor(wire('a@b.rw'), null)
  expect(attemptFor(wire('a@b.rw'), first)).toBe(first)
})

test('makes a new key for a changed field or another file', () => {
  const first = attemptFor(wire('a@b.rw'), null)
  expect(attemptFor(wire('c@d.rw'), first).key).not.toBe(first.key)
  expect(attemptFor(wire('a@b.rw', new File(['one'], 'cv.pdf')), first).key).not.toBe(first.key)
})

test('makes a version 4 UUID, with and without crypto.randomUUID', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(randomKey()).toMatch(uuid)
  expect(randomKey(null as never)).toMatch(uuid)
})
