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
