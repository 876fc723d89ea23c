export const cohortStatuses = ['open', 'upcoming', 'full', 'closed', 'draft'] as const
export type CohortStatus = (typeof cohortStatuses)[number]

/** Cohorts sort by when they close, soonest first, unless another order is asked for. */
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
