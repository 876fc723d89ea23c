import { dayMs } from '#shared/durations.ts'

/** Adds days to a day (YYYY-MM-DD). */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/** The month of a day, as `YYYY-MM`. */
export const monthOf = (day: string) => day.slice(0, 7)

function endOfMonth(day: string) {
  const date = new Date(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
    .toISOString()
    .slice(0, 10)
}

/** The fewest periods that are exactly these days: whole months, and the days before and after them. */
export function periodsBetween(from: string, to: string) {
  const periods: string[] = []
  for (let day = from; day <= to; ) {
    const isWhole = day.endsWith('-01') && endOfMonth(day) <= to
    periods.push(isWhole ? monthOf(day) : day)
    day = addDays(isWhole ? endOfMonth(day) : day, 1)
  }
  return periods
}
