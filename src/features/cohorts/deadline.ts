import { site } from '#site'

const dayMs = 24 * 60 * 60 * 1000

/** The first moment after a day (YYYY-MM-DD) in Kigali. */
export const endOfDay = (day: string) =>
  new Date(new Date(`${day}T00:00:00${site.utcOffset}`).getTime() + dayMs)

/**
 * When registration ends: at the deadline's moment, at the end of the deadline's day, or with no
 * deadline at the end of the day before the start.
 */
export function closingTime(cohort: { deadline: string | null; start: string }): Date {
  if (cohort.deadline === null) return new Date(endOfDay(cohort.start).getTime() - dayMs)
  return cohort.deadline.length > 10 ? new Date(cohort.deadline) : endOfDay(cohort.deadline)
}
