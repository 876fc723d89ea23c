import { expect, test } from 'vitest'
import { counted } from './pluralize.ts'

test('one is singular', () => {
  expect([counted(1, 'week'), counted(13, 'week')]).toEqual(['1 week', '13 weeks'])
})
