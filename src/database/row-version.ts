/**
 * The `updated_at` of a row that is written now. It is a version's name as well, so it is later than the row's last
 * even within the same millisecond, or where the clock of another machine is ahead.
 */
export const nextVersion = (last: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()
