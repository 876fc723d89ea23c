import { expect, test } from 'vitest'
import { z } from 'zod'
import { emptyIsNone, idSchema, numeric } from './fields.ts'

const whole = numeric(z.number({ error: 'Please enter a number' }).int().min(0))

test.each([null, true, false, '', ' ', [], [3], {}, 'three', undefined])(
  'a number is not made of %j',
  (value) => {
    expect(whole.safeParse(value).error?.issues).toMatchObject([
      { message: 'Please enter a number' },
    ])
    expect(idSchema.safeParse(value).success).toBe(false)
  },
)

test('a number is read from a text, as queries and forms send it, and may be left out where it has a default', () => {
  expect([3, '3', ' 3 '].map((value) => whole.parse(value))).toEqual([3, 3, 3])
  expect(whole.default(7).parse(undefined)).toBe(7)
  expect(whole.optional().parse(undefined)).toBeUndefined()
  expect(['', null, '3'].map((value) => emptyIsNone(whole).parse(value))).toEqual([null, null, 3])
})
