import { localDay } from '#shared/company.ts'
import { formatDate, formatDateTime } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../deadline.ts'
import type { CohortStatus } from '../validation.ts'

export const cohortStatusLooks: StatusLooks<CohortStatus> = {
  open: { label: 'Open', tone: 'success' },
  upcoming: { label: 'Upcoming', tone: 'info' },
  full: { label: 'Full', tone: 'accent' },
  closed: { label: 'Closed', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'warning' },
}

const isOver = (cohort: Cohort) => closingTime(cohort) <= new Date()

/** A cohort's status, or 'Deadline passed' if an open cohort accepts no more applications. */
export function CohortStatusBadge({ cohort }: { cohort: Cohort }) {
  if (cohort.status === 'open' && isOver(cohort)) {
    return <Badge className="whitespace-nowrap">Deadline passed</Badge>
  }
  return <StatusBadge looks={cohortStatusLooks} status={cohort.status} />
}

/** The message after opening or closing a cohort: an open one may still accept no applications. */
export function registrationMessage(cohort: Cohort, asked: 'open' | 'closed') {
  const why = isOver(cohort) ? 'its deadline has passed' : cohort.status === 'full' && 'it is full'
  if (asked === 'open' && why) {
    const message = `${cohort.name} is open, but nobody can apply: ${why}.`
    return { type: 'info', message } as const
  }
  return `${cohort.name} is ${asked} now.`
}

/** Formats the end of registration for staff: a day, a time, or without a deadline the day before the start. */
export function formatDeadline(cohort: Pick<Cohort, 'deadline' | 'start'>) {
  if (cohort.deadline === null) {
    return `${formatDate(localDay(new Date(closingTime(cohort).getTime() - 1)))} (by the start)`
  }
  return cohort.deadline.length > 10 ? formatDateTime(cohort.deadline) : formatDate(cohort.deadline)
}
