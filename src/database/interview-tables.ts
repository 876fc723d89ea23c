import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

/** A time at which applicants of a cohort can be interviewed. */
type InterviewSlotsTable = {
  id: Generated<number>
  cohort_id: number
  starts_at: Time
  ends_at: Time
  place: string
  /** Where to meet online (https), or empty. */
  link: string
  /** How many applicants are interviewed at once. */
  capacity: number
  created_at: Time
  updated_at: Time
}

/** The users who interview. */
type InterviewPanelTable = {
  slot_id: number
  user_id: number
}

/** An applicant who is invited, and the time that they have chosen. */
type InterviewsTable = {
  /** The application's id. */
  id: number
  slot_id: number | null
  /** From 1 to the slot's capacity, unique within it: nobody gets the seat of another. */
  seat: number | null
  booked_at: Time | null
  /** The slot and the seat that were freed with a decision on the application, and are given back with it. */
  freed_slot_id: number | null
  freed_seat: number | null
  /** The email that tells of it, in the outbox. */
  freed_email_id: number | null
  /** `DONE`, `NO_SHOW`, or empty until it was held. */
  outcome: string
  note: string
  /** Grows with each change of the booking, for calendars. */
  sequence: number
  invited_at: Time
  invited_by: string
  /** The email with the invitation, in the outbox. */
  invitation_id: number | null
  reminded_at: Time | null
  reminders: number
  updated_at: Time
}

/** The tables of interviews. */
export type InterviewTables = {
  interview_slots: InterviewSlotsTable
  interview_panel: InterviewPanelTable
  interviews: InterviewsTable
}
