import { type CalendarMethod, calendarFile, sequenceAt } from '#shared/calendar.ts'
import { fullName } from '#shared/full-name.ts'
import type { Interview } from './contract.ts'
import type { SlotFacts } from './slot-time.ts'
import type { Slot } from './slots-contract.ts'

const placeOf = ({ place, link }: { place: string; link: string }) =>
  [place, link].filter(Boolean).join(', ')

type InterviewEntry = Pick<Interview, 'id' | 'cohort_name' | 'updated_at'> & {
  slot: SlotFacts
  sequence: number
}

/**
 * The calendar file of an applicant's interview. Its UID stays when the interview is moved, so that calendars move it.
 * @param publisher.url of the page where it is changed @param publisher.organizer the company's email
 */
export const applicantCalendar = (
  interview: InterviewEntry,
  { url, organizer }: { url: string; organizer: string },
  method?: CalendarMethod,
) =>
  calendarFile(
    { name: 'Interviews', organizer },
    [
      {
        key: `interview-${interview.id}`,
        changed_at: interview.updated_at,
        sequence: interview.sequence,
        isCancelled: method === 'CANCEL',
        starts_at: interview.slot.starts_at,
        ends_at: interview.slot.ends_at,
        title: `Interview for ${interview.cohort_name}`,
        description: interview.slot.link && `Join here: ${interview.slot.link}`,
        location: placeOf(interview.slot),
        category: 'Interview',
        url,
      },
    ],
    method,
  )

const latest = (versions: readonly string[]) => [...versions].sort().at(-1) ?? ''

/** The calendar file of a member of panels, with an entry for each slot and the names of who has booked it. */
export const panelCalendar = (
  slots: readonly Slot[],
  { siteUrl, organizer }: { siteUrl: string; organizer: string },
) =>
  calendarFile(
    { name: 'Interviews', organizer },
    slots.map((slot) => {
      const changed_at = latest([slot.updated_at, ...slot.booked.map((one) => one.updated_at)])
      const names = slot.booked.map(fullName)
      return {
        key: `interview-slot-${slot.id}`,
        changed_at,
        sequence: sequenceAt(changed_at),
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
        isCancelled: false,
        title: `Interview: ${names.join(', ') || 'free'} (${slot.cohort_name})`,
        description: slot.booked
          .map((one) => `${fullName(one)}: ${siteUrl}/dashboard/applications/${one.id}`)
          .join('\n'),
        location: placeOf(slot),
        category: 'Interview',
        url: '',
      }
    }),
  )
