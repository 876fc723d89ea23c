import { expect, test } from 'vitest'
import { isSameJson } from './is-same-json.ts'

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['1', 1, false],
  [null, null, true],
  [null, undefined, false],
  [undefined, undefined, true],
  ['', undefined, false],
  [undefined, '', false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [{ a: [1], b: null }, { a: [1], b: null }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
])('%j and %j are the same as JSON: %s', (one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame)
})
