import { dayMs } from '#shared/durations.ts'
import { capitalize, formatDateTime, formatLocalDate } from '#shared/format.ts'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../validation.ts'

const weekMs = 7 * dayMs

/** The card warns if this many spots or fewer are left. */
export const limitedSpotsMax = 5

/** The number of weeks from start to end, rounded up. */
export const weeksOf = ({ start, end }: Pick<Cohort, 'start' | 'end'>) =>
  Math.max(0, Math.ceil((Date.parse(end) - Date.parse(start)) / weekMs))

export const spotsLeft = ({
  limit,
  total_registered,
}: Pick<Cohort, 'limit' | 'total_registered'>) => Math.max(0, limit - total_registered)

export const isPastDeadline = (cohort: Cohort, now: Date) => now >= closingTime(cohort)

/** Whether the cohort accepts applications: its status is open, its deadline has not passed, and a spot is left. */
export const isOpen = (cohort: Cohort, now: Date) =>
  cohort.status.toLowerCase() === 'open' && !isPastDeadline(cohort, now) && spotsLeft(cohort) > 0

/** Why the cohort accepts no applications; null if it does. */
export function whyNotOpen(cohort: Cohort, now: Date) {
  if (isPastDeadline(cohort, now)) return 'cohortPast'
  if (cohort.status.toLowerCase() === 'full' || spotsLeft(cohort) === 0) return 'cohortFull'
  return isOpen(cohort, now) ? null : 'cohortNotOpen'
}

/** The message that replaces the button while the cohort is not open. */
export const closedReason = (cohort: Cohort, now: Date) =>
  isPastDeadline(cohort, now) ? 'Application deadline has passed' : 'Closed'

const tones = { open: 'success', full: 'error', upcoming: 'info' } as const

/** The label and colour of a cohort's badge. */
export function badgeOf(cohort: Cohort, now: Date) {
  if (isPastDeadline(cohort, now)) return { text: 'Deadline Passed', tone: 'neutral' } as const
  const stored = cohort.status.toLowerCase()
  const status = stored === 'open' && spotsLeft(cohort) === 0 ? 'full' : stored
  const tone = tones[status as keyof typeof tones] ?? 'neutral'
  return { text: capitalize(status), tone }
}

/** Sorts by deadline, soonest first; cohorts without a deadline by their start. The server's pages have this order. */
export const byDeadline = (cohorts: readonly Cohort[]) =>
  [...cohorts].sort(
    (one, other) => closingTime(one).getTime() - closingTime(other).getTime() || one.id - other.id,
  )

/** The last day of registration in Kigali, with the time if the deadline has one. */
export function deadlineText(cohort: Cohort) {
  const { deadline } = cohort
  if (deadline && deadline.length > 10) return formatDateTime(deadline)
  return formatLocalDate(new Date(closingTime(cohort).getTime() - 1).toISOString())
}

/** The same for staff, who also see that no deadline is set. */
export const staffDeadlineText = (cohort: Cohort) =>
  `${deadlineText(cohort)}${cohort.deadline === null ? ' (by the start)' : ''}`
