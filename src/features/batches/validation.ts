/**
 * What batches change: statuses of rows, who takes care of an application, and its place, which is a cohort and a spot or the
 * waiting list there.
 */
export const batchTargets = ['application', 'assignment', 'place', 'talent', 'testimonial'] as const
export type BatchTarget = (typeof batchTargets)[number]
