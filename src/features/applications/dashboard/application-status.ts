import type { StatusLooks } from '#ui/status-badge.tsx'
import type { ApplicationStatus } from '../validation.ts'

export const applicationStatusLooks: StatusLooks<ApplicationStatus> = {
  PENDING: { label: 'Pending', tone: 'warning' },
  REVIEWING: { label: 'Reviewing', tone: 'info' },
  SHORTLISTED: { label: 'Shortlisted', tone: 'accent' },
  ACCEPTED: { label: 'Accepted', tone: 'success' },
  REJECTED: { label: 'Rejected', tone: 'error' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
}

export const applicationStatusLabel = (status: ApplicationStatus) =>
  applicationStatusLooks[status].label
