import { type EmailPart, signOff } from '#platform/mail/email-parts.ts'
import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { signId } from '#platform/security/signed-id.ts'
import { company, localDay } from '#shared/company.ts'
import { formatHour, formatWeekday } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { applicantCalendar } from '../interview-calendar.ts'
import type { Interview } from '../people-contract.ts'
import { changeHours } from '../validation.ts'

type Sender = { config: Parameters<typeof siteUrlOf>[0]; secret: string }
type Invited = Pick<Interview, 'id' | 'first_name' | 'last_name' | 'email' | 'cohort_name'>
type Time = Pick<NonNullable<Interview['slot']>, 'starts_at' | 'ends_at' | 'place' | 'link'>

/** The purpose of the signed tokens in the links of invitations. */
export const bookingPurpose = 'interview'

/** The link with which an applicant chooses, changes and cancels their time. */
export const bookingUrl = (sender: Sender, id: number) =>
  `${siteUrlOf(sender.config)}/interview?token=${signId(sender, bookingPurpose, id)}`

/** Tuesday 24 Nov 2026, 09:00 */
const writtenTime = ({ starts_at }: Pick<Time, 'starts_at'>) =>
  `${formatWeekday(localDay(new Date(starts_at)))}, ${formatHour(starts_at)}`

const inKigali = `in Kigali (UTC${company.utcOffset})`

const factsOf = (time: Time): EmailPart => ({
  facts: [
    { label: 'When', value: `${writtenTime(time)} to ${formatHour(time.ends_at)} ${inKigali}` },
    ...(time.place ? [{ label: 'Place', value: time.place }] : []),
    ...(time.link ? [{ label: 'Join here', url: time.link }] : []),
  ],
})

const email = (
  { email: recipient, ...person }: Invited,
  subject: string,
  parts: readonly EmailPart[],
): Email => ({
  ...{ recipient, subject },
  parts: [greetingOf(fullName(person)), ...parts, signOff],
})

const untilWhen = `You can change or cancel it until ${changeHours} hours before`

/** Invites somebody who is shortlisted to choose a time, or reminds them of it. */
export function invitationEmail(sender: Sender, interview: Invited, isReminder = false) {
  const { cohort_name } = interview
  return email(
    interview,
    isReminder
      ? `A reminder: choose a time for your interview for ${cohort_name}`
      : `Choose a time for your interview for ${cohort_name}`,
    [
      isReminder
        ? `you have not yet chosen a time for your interview for ${cohort_name}.`
        : `you are on the shortlist for ${cohort_name}, and we would like to talk with you.`,
      {
        text: 'Please choose the time that suits you best:',
        label: 'Choose a time',
        url: bookingUrl(sender, interview.id),
        isMain: true,
      },
      `All times are ${company.timeZone.split('/')[1]} time (UTC${company.utcOffset}). ${untilWhen}. The link is yours alone: please pass it on to nobody.`,
    ],
  )
}

type InterviewChange = {
  interview: Invited & Pick<Interview, 'updated_at'>
  time: Time
  sequence: number
  /** The company's e-mail. */
  organizer: string
  /** What has become of the interview: `changed` is another time, place or link. */
  kind: 'booked' | 'changed'
}

/** Confirms a time, with a file for the calendar. */
export function bookedEmail(sender: Sender, change: InterviewChange): Email {
  const { interview, time, sequence, organizer, kind } = change
  const url = bookingUrl(sender, interview.id)
  const { cohort_name } = interview
  return {
    ...email(
      interview,
      kind === 'booked'
        ? `Your interview for ${cohort_name}: ${writtenTime(time)}`
        : `Changed: your interview for ${cohort_name}: ${writtenTime(time)}`,
      [
        kind === 'booked'
          ? `your interview for ${cohort_name} is booked.`
          : `your interview for ${cohort_name} has changed. This is when and where it is now:`,
        factsOf(time),
        'The attached file is for your calendar.',
        { text: `${untilWhen}, here:`, label: 'Change or cancel', url, isMain: true },
      ],
    ),
    calendar: applicantCalendar({ ...interview, slot: time, sequence }, { url, organizer }),
  }
}

type Cancellation = Omit<InterviewChange, 'kind'> & {
  /** Why, if staff cancelled it; undefined if the applicant did. */
  message?: string
  /** Whether their link still lets them choose. */
  canChoose?: boolean
}

/** Tells that an interview is cancelled; the attached file takes it out of the calendar. */
export function cancelledEmail(
  sender: Sender,
  { interview, time, sequence, organizer, message, canChoose = true }: Cancellation,
): Email {
  const url = bookingUrl(sender, interview.id)
  const { cohort_name } = interview
  const what = `your interview for ${cohort_name} on ${writtenTime(time)}`
  return {
    ...email(interview, `Cancelled: your interview for ${cohort_name}`, [
      message === undefined
        ? `you have cancelled ${what}.`
        : `${what}, does not take place. We are sorry.`,
      ...(message ? [message] : []),
      'The attached file takes it out of your calendar.',
      ...(canChoose
        ? [{ text: 'You can choose another time here:', label: 'Choose a time', url, isMain: true }]
        : []),
    ]),
    calendar: applicantCalendar(
      { ...interview, slot: time, sequence },
      { url, organizer },
      'CANCEL',
    ),
  }
}
