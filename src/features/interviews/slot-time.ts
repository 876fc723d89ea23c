import { localDay } from '#shared/company.ts'
import { formatHour, formatWeekday } from '#shared/format.ts'

/** When an interview begins and ends. */
export type SlotTime = { starts_at: string; ends_at: string }

/** What an applicant is told of their interview. */
export type SlotFacts = SlotTime & { place: string; link: string }

/** The day in Kigali, such as 2026-11-24. */
export const slotDay = ({ starts_at }: SlotTime) => localDay(new Date(starts_at))

/** 09:00 to 09:30 */
export const slotHours = ({ starts_at, ends_at }: SlotTime) =>
  `${formatHour(starts_at)} to ${formatHour(ends_at)}`

/** Tuesday 24 Nov 2026, 09:00 */
export const slotTime = (slot: SlotTime) =>
  `${formatWeekday(slotDay(slot))}, ${formatHour(slot.starts_at)}`
