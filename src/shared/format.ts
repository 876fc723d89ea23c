import { site } from './company.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: site.timeZone,
})
const dayOfMoment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeZone: site.timeZone,
})

/** A day (YYYY-MM-DD) as it is written: 20 Nov 2026. */
export const writtenDay = (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`))

/** A moment (ISO 8601) in the company's time: 20 Nov 2026, 14:05. */
export const writtenMoment = (iso: string) => moment.format(new Date(iso))

/** The company's day of a moment (ISO 8601): 20 Nov 2026. */
export const writtenDayOf = (iso: string) => dayOfMoment.format(new Date(iso))
