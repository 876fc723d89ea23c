/**
 * What batches change: statuses of rows, who takes care of an application, its place, which is a cohort and a spot or
 * the waiting list there, and whether its applicant is invited to an interview.
 */
export const batchTargets = [
  'application',
  'assignment',
  'place',
  'invitation',
  'talent',
  'testimonial',
  'message',
] as const
export type BatchTarget = (typeof batchTargets)[number]
