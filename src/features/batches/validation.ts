/** What batches change: statuses of rows, and who takes care of an application. */
export const batchTargets = ['application', 'assignment', 'talent', 'testimonial'] as const
export type BatchTarget = (typeof batchTargets)[number]
