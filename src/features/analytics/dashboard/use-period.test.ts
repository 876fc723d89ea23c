import { expect, test } from 'vitest'
import { lastMonth } from './use-period.ts'

test.each([
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2025-12-01', '2025-12-31'],
])('the month before %s is from %s to %s', (today, from, to) => {
  expect(lastMonth(today)).toEqual({ from, to })
})
