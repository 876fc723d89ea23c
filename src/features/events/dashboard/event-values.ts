import { localTime } from '#shared/company.ts'
import type { StaffEvent } from '../contract.ts'

const timeOf = (moment: string | null | undefined) => (moment ? localTime(new Date(moment)) : '')

/** The fields of an event's form. */
export const valuesOf = (event: StaffEvent | undefined) => ({
  title: event?.title ?? '',
  description: event?.description ?? '',
  category: event?.category ?? '',
  type: event?.type ?? '',
  starts_at: timeOf(event?.starts_at),
  ends_at: timeOf(event?.ends_at),
  location: event?.location ?? '',
  online_link: event?.online_link ?? '',
  image: event?.image ?? '',
  image_alt: event?.image_alt ?? '',
  registration_link: event?.registration_link ?? '',
  capacity: event?.capacity ?? '',
  registration_deadline: timeOf(event?.registration_deadline),
  // For the email about the change.
  tells: true,
  message: '',
})

export type EventValues = ReturnType<typeof valuesOf>
