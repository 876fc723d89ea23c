import { expect, test } from 'vitest'
import { pluralize } from './format.ts'

test('one is singular', () => {
  expect([pluralize(1, 'week'), pluralize(13, 'week')]).toEqual(['1 week', '13 weeks'])
})
