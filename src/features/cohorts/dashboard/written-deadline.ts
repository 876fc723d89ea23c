import { localDay } from '#shared/company.ts'
import { writtenDay, writtenMoment } from '#shared/format.ts'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../deadline.ts'

/** When registration ends, as staff read it: the day, the moment, or the day before the start where none is set. */
export function writtenDeadline(cohort: Pick<Cohort, 'deadline' | 'start'>) {
  if (cohort.deadline === null) {
    return `${writtenDay(localDay(new Date(closingTime(cohort).getTime() - 1)))} (by the start)`
  }
  return cohort.deadline.length > 10 ? writtenMoment(cohort.deadline) : writtenDay(cohort.deadline)
}
