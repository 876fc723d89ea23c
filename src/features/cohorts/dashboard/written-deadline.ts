import { localDay } from '#shared/company.ts'
import { formatDate, formatDateTime } from '#shared/format.ts'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../deadline.ts'

/** Formats the end of registration for staff: a day, a time, or without a deadline the day before the start. */
export function formatDeadline(cohort: Pick<Cohort, 'deadline' | 'start'>) {
  if (cohort.deadline === null) {
    return `${formatDate(localDay(new Date(closingTime(cohort).getTime() - 1)))} (by the start)`
  }
  return cohort.deadline.length > 10 ? formatDateTime(cohort.deadline) : formatDate(cohort.deadline)
}
