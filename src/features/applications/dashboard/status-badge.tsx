import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type ApplicationStatus, applicationStatuses } from '../validation.ts'

const looks: Record<ApplicationStatus, { label: string; tone: BadgeTone }> = {
  PENDING: { label: 'Pending', tone: 'warning' },
  REVIEWING: { label: 'Reviewing', tone: 'info' },
  SHORTLISTED: { label: 'Shortlisted', tone: 'accent' },
  ACCEPTED: { label: 'Accepted', tone: 'success' },
  REJECTED: { label: 'Rejected', tone: 'error' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
}

export const statusLabel = (status: ApplicationStatus) => looks[status].label

/** The statuses as a select's options. */
export const statusOptions = applicationStatuses.map((value) => ({
  value,
  label: statusLabel(value),
}))

/** Where an application stands. */
export function ApplicationStatusBadge({ status }: { status: ApplicationStatus }) {
  return (
    <Badge
      tone={looks[status].tone}
      className="whitespace-nowrap ring-1 ring-current/15 ring-inset"
    >
      {looks[status].label}
    </Badge>
  )
}
