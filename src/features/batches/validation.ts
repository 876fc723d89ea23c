/** What batches change: kinds of rows with a status. */
export const batchTargets = ['application', 'talent', 'testimonial'] as const
export type BatchTarget = (typeof batchTargets)[number]
