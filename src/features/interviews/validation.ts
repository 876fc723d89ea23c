import { startOfDay } from '#shared/company.ts'
import { minuteMs } from '#shared/durations.ts'

/** An applicant is invited, has chosen a time, and then came or didn't. */
export const interviewStates = ['INVITED', 'BOOKED', 'DONE', 'NO_SHOW'] as const
export type InterviewState = (typeof interviewStates)[number]

export const interviewStateLabels: Record<InterviewState, string> = {
  INVITED: 'No time chosen',
  BOOKED: 'Booked',
  DONE: 'Held',
  NO_SHOW: 'Did not come',
}

/** Whether an applicant without a time chooses one by their link. */
export const canChooseTime = (row: { status: string; waiting_since: string | null }) =>
  row.status === 'SHORTLISTED' && row.waiting_since === null

/** What staff note of a booked interview; empty until it was held. */
export const interviewOutcomes = ['', 'DONE', 'NO_SHOW'] as const

export const interviewOrders = [
  'time',
  '-time',
  'name',
  '-name',
  'invited_at',
  '-invited_at',
] as const

export const slotPeriods = ['upcoming', 'past'] as const

/** Applicants change or cancel their interview until so long before it. */
export const changeHours = 12
/** A time that is so near is no longer offered. */
export const bookingHours = 2

/** How often one applicant who has chosen no time is reminded, and after how long again. */
export const remindersMax = 3
export const reminderPauseHours = 24

export const interviewNoteLengthMax = 2_000
export const slotMessageLengthMax = 1_000

/** The slots that are made in one step, at most. */
export const slotsMax = 300
export const slotDaysMax = 31
export const capacityMax = 50
export const panelMax = 12

export type SlotPlan = {
  /** YYYY-MM-DD. */
  days: readonly string[]
  /** HH:MM in Kigali. */
  from: string
  to: string
  length: number
  pause: number
}

/** The minutes since midnight of a time (HH:MM). */
export function minutesOf(time: string) {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

/** The times of a plan in their order, as many as fit between its beginning and its end on each day. */
export function slotTimes({ days, from, to, length, pause }: SlotPlan) {
  const times: { starts_at: string; ends_at: string }[] = []
  for (const day of [...new Set(days)].sort()) {
    for (let at = minutesOf(from); at + length <= minutesOf(to); at += length + pause) {
      const start = startOfDay(day).getTime() + at * minuteMs
      times.push({
        starts_at: new Date(start).toISOString(),
        ends_at: new Date(start + length * minuteMs).toISOString(),
      })
      if (times.length > slotsMax) return times
    }
  }
  return times
}

export const bookingMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  gone: 'This invitation is no longer valid.',
} as const
