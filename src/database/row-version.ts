/**
 * The `updated_at` of a row that is written now. It is a version's name as well, so it is later than the row's last
 * even within the same millisecond, or where the clock of another machine is ahead.
 */
export const nextVersion = (last: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()

/** The version of rows that are written together: later than the last of each. */
export const nextVersionOfAll = (rows: readonly { updated_at: string }[], now: Date): string => {
  const latest = rows.map((row) => row.updated_at).sort()
  return nextVersion(latest.at(-1) ?? new Date(0).toISOString(), now)
}
