import { isClosed } from '../validation.ts'

/** The statuses in which an application can wait for a spot: it is neither decided nor withdrawn. */
export const waitingStatuses = ['PENDING', 'REVIEWING', 'SHORTLISTED'] as const

type Placed = { status: string; waiting_since: string | null }

/** Whether an application is on the waiting list. Who is rejected keeps their place, should they come back. */
export const isWaiting = ({ status, waiting_since }: Placed) =>
  waiting_since !== null && (waitingStatuses as readonly string[]).includes(status)

/** Rejected, withdrawn and waiting applications take no spot. Accepting takes one, also from the waiting list. */
export const takesSpot = (application: Placed) =>
  !isClosed(application.status) && !isWaiting(application)
