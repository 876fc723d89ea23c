import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../deadline.ts'
import { cohortStatuses } from '../validation.ts'

type Status = Cohort['status']

const looks: Record<Status, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'success' },
  upcoming: { label: 'Upcoming', tone: 'info' },
  full: { label: 'Full', tone: 'accent' },
  closed: { label: 'Closed', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'warning' },
}

/** The statuses as a select's options. */
export const cohortStatusOptions = cohortStatuses.map((value) => ({
  value,
  label: looks[value].label,
}))

/** Where a cohort stands, and that an open one takes nobody any more because its deadline has passed. */
export function CohortStatus({ cohort }: { cohort: Cohort }) {
  const isOver = cohort.status === 'open' && closingTime(cohort) <= new Date()
  if (isOver) return <Badge className="whitespace-nowrap">Deadline passed</Badge>
  return <Badge tone={looks[cohort.status].tone}>{looks[cohort.status].label}</Badge>
}
