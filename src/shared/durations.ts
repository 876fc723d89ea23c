// In milliseconds.
export const minuteMs = 60 * 1000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** When it was so many days before, in ISO 8601. */
export const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * dayMs).toISOString()
