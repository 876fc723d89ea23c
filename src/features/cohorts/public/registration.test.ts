import { expect, test } from 'vitest'
import type { Cohort } from '../contract.ts'
import {
  badgeOf,
  byDeadline,
  closedReason,
  deadlineText,
  isOpen,
  spotsLeft,
  weeksOf,
} from './registration.ts'

const cohort = (changes: Partial<Cohort> = {}): Cohort => ({
  id: 1,
  name: 'Cohort 12',
  short_description: '',
  status: 'open',
  start: '2026-04-06',
  end: '2026-07-03',
  deadline: '2026-03-20',
  limit: 30,
  total_registered: 10,
  ...changes,
})
const march = new Date('2026-03-02T08:00:00Z')

test('a duration is rounded up to whole weeks', () => {
  expect(weeksOf({ start: '2026-04-06', end: '2026-04-20' })).toBe(2)
  expect(weeksOf({ start: '2026-04-06', end: '2026-04-21' })).toBe(3)
  expect(weeksOf(cohort())).toBe(13)
})

test('the free spots are never negative', () => {
  expect(spotsLeft({ limit: 30, total_registered: 26 })).toBe(4)
  expect(spotsLeft({ limit: 30, total_registered: 31 })).toBe(0)
})

test('a cohort is open while its status, deadline and spots permit', () => {
  expect(isOpen(cohort(), march)).toBe(true)
  expect(isOpen(cohort({ status: 'OPEN' as 'open' }), march)).toBe(true)
  expect(isOpen(cohort({ status: 'upcoming' }), march)).toBe(false)
  expect(isOpen(cohort({ total_registered: 30 }), march)).toBe(false)
  expect(isOpen(cohort({ deadline: '2026-03-01' }), march)).toBe(false)
})

test("registration is open until the end of the deadline's day in Kigali", () => {
  const lastDay = cohort({ deadline: '2026-03-02' })
  expect(isOpen(lastDay, new Date('2026-03-02T21:59:59Z'))).toBe(true)
  expect(isOpen(lastDay, new Date('2026-03-02T22:00:00Z'))).toBe(false)
})

test('without a deadline, registration ends with the day before the start', () => {
  const undated = cohort({ deadline: null, start: '2026-03-03' })
  expect(isOpen(undated, new Date('2026-03-02T21:59:59Z'))).toBe(true)
  expect(isOpen(undated, new Date('2026-03-02T22:00:00Z'))).toBe(false)
  expect(deadlineText(undated)).toBe('2 Mar 2026')
})

test('a cohort past its deadline shows that in its badge and in place of its button', () => {
  const past = cohort({ deadline: '2026-02-01' })
  expect(badgeOf(past, march).text).toBe('Deadline Passed')
  expect(closedReason(past, march)).toBe('Application deadline has passed')
  expect(closedReason(cohort({ status: 'upcoming' }), march)).toBe('Closed')
})

test('full, upcoming and other badges have colours of their own', () => {
  const badges = (['full', 'upcoming', 'closed', 'open'] as const).map((status) =>
    badgeOf(cohort({ status }), march),
  )
  expect(badges).toEqual([
    { text: 'Full', tone: 'error' },
    { text: 'Upcoming', tone: 'info' },
    { text: 'Closed', tone: 'neutral' },
    { text: 'Open', tone: 'success' },
  ])
})

test('cohorts sort by deadline, and by start where there is none', () => {
  const sorted = byDeadline([
    cohort({ id: 1, deadline: '2026-05-01' }),
    cohort({ id: 2, deadline: null, start: '2026-03-10' }),
    cohort({ id: 3, deadline: '2026-03-09T10:00:00+02:00' }),
    cohort({ id: 4, deadline: '2026-03-09' }),
    cohort({ id: 5, deadline: '2026-03-10T10:00:00+02:00' }),
  ])
  expect(sorted.map(({ id }) => id)).toEqual([3, 2, 4, 5, 1])
})

test('deadlines are shown in Kigali time', () => {
  expect(deadlineText(cohort())).toBe('20 Mar 2026')
  expect(deadlineText(cohort({ deadline: '2026-03-20T22:30:00Z' }))).toBe('21 Mar 2026, 00:30')
})
