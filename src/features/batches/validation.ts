/** What batches change: kinds of rows with a status. */
export const batchTargets = ['application', 'talent'] as const
export type BatchTarget = (typeof batchTargets)[number]
