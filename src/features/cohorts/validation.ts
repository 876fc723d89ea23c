import { endOfDay, startOfDay } from '#shared/company.ts'

export const cohortStatuses = ['open', 'upcoming', 'full', 'closed', 'draft'] as const
export type CohortStatus = (typeof cohortStatuses)[number]

/** The orders of the list. The default is the closing time, soonest first. */
export const cohortOrders = [
  'deadline',
  '-deadline',
  'name',
  '-name',
  'start',
  '-start',
  'limit',
  '-limit',
  'total_registered',
  '-total_registered',
] as const

/**
 * The end of registration: the deadline's time, the end of the deadline's day, or without a deadline the end of the
 * day before the start.
 */
export function closingTime(cohort: { deadline: string | null; start: string }): Date {
  if (cohort.deadline === null) return startOfDay(cohort.start)
  return cohort.deadline.length > 10 ? new Date(cohort.deadline) : endOfDay(cohort.deadline)
}
