import { expect, test } from 'vitest'
import { formatClock } from './reply-clock.tsx'

test.each([
  ['2026-03-02T08:00:30Z', '1 min left'],
  ['2026-03-02T08:59:59Z', '59 min left'],
  ['2026-03-02T13:00:00Z', '5 h left'],
  ['2026-03-02T08:00:00Z', 'overdue by 1 min'],
  ['2026-03-02T05:00:00Z', 'overdue by 3 h'],
  ['2026-02-28T08:00:00Z', 'overdue by 2 days'],
])('a reply that is due at %s is %s', (due, text) => {
  expect(formatClock(due, new Date('2026-03-02T08:00:00Z'))).toBe(text)
})
