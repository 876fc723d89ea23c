import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import type { Email } from '#platform/mail/email-message.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { findWithheldLast, withholdOutdated } from '#platform/mail/withhold.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import { signId } from '#platform/security/signed-id.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { company } from '#shared/company.ts'
import { formatHour } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import type { VisitorEmailKind } from '#shared/visitor-emails.ts'
import type { Interview } from '../contract.ts'
import { applicantCalendar } from '../interview-calendar.ts'
import { type SlotFacts, slotTime } from '../slot-time.ts'
import { changeHours } from '../validation.ts'

type Invited = Pick<Interview, 'id' | 'first_name' | 'last_name' | 'email' | 'cohort_name'>

/** The purpose of the signed tokens in the links of invitations. */
export const bookingPurpose = 'interview'

/** The link with which an applicant chooses, changes and cancels their time. */
export const bookingUrl = (sender: LinkSigner, id: number) =>
  `${siteUrlOf(sender.config)}/interview?token=${signId(sender, bookingPurpose, id)}`

const inKigali = `in Kigali (UTC${company.utcOffset})`

const factsOf = (time: SlotFacts): EmailPart => ({
  facts: [
    { label: 'When', value: `${slotTime(time)} to ${formatHour(time.ends_at)} ${inKigali}` },
    ...(time.place ? [{ label: 'Place', value: time.place }] : []),
    ...(time.link ? [{ label: 'Join here', url: time.link }] : []),
  ],
})

/** What all emails about an interview have in common, in the column that has the list of others. */
const emailsAbout = ({ id }: { id: number }) => `interview-${id}`

/** Whether an email that is sent or waits tells of the time that was booked then. */
export async function isEmailed(
  database: Database,
  { id, email, booked_at }: Pick<Interview, 'id' | 'email' | 'booked_at'>,
): Promise<boolean> {
  const found = await database
    .selectFrom('outbox')
    .select('id')
    .where('recipient_key', '=', emailKeyOf(email))
    .where('list_key', '=', emailsAbout({ id }))
    .where('created_at', '>=', booked_at)
    .where('withheld', '=', '')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Withholds the unsent emails about these interviews, in the transaction that changes what they say.
 * @param options `keepsCalendars`: whether those with a file for the calendar are sent all the same
 */
export const withholdOlder = (
  transaction: Transaction<Tables>,
  interviews: readonly Pick<Invited, 'id' | 'email'>[],
  options: { keepsCalendars?: boolean } = {},
) =>
  withholdOutdated(
    transaction,
    interviews.map(({ email }) => email),
    interviews.map(emailsAbout),
    options,
  )

/**
 * Withholds unsent invitations and reminders: their link lets nobody choose any more, or a newer email has it. What a
 * calendar is told is still so.
 */
export const withholdInvitations = (
  transaction: Transaction<Tables>,
  interviews: Parameters<typeof withholdOlder>[1],
) => withholdOlder(transaction, interviews, { keepsCalendars: true })

/**
 * Those of these interviews whose latest email was withheld before it was sent.
 * @param except emails that don't count, by their ids
 */
export async function findUntold(
  services: Pick<Services, 'database' | 'now'>,
  interviews: readonly Pick<Invited, 'id' | 'email'>[],
  except: readonly number[] = [],
): Promise<Set<number>> {
  const emails = interviews.map(({ email }) => email)
  const untold = await findWithheldLast(services, emails, interviews.map(emailsAbout), except)
  return new Set(interviews.filter((one) => untold.has(emailsAbout(one))).map(({ id }) => id))
}

const emailTo = (
  { id, email, cohort_name: cohort, ...person }: Invited,
  template: Template,
  parts: readonly EmailPart[],
  time?: SlotFacts,
): Email => ({
  ...visitorEmail(
    { email, name: fullName(person) },
    template,
    { cohort, time: time ? slotTime(time) : '' },
    parts,
  ),
  list_key: emailsAbout({ id }),
})

const untilWhen = `You can change or cancel it until ${changeHours} hours before`

/** Invites somebody who is shortlisted to choose a time, or reminds them of it. */
export const invitationEmail = (sender: LinkSigner, interview: Invited, template: Template) =>
  emailTo(interview, template, [
    {
      text: 'Please choose the time that suits you best:',
      label: 'Choose a time',
      url: bookingUrl(sender, interview.id),
      isMain: true,
    },
    `All times are ${company.timeZone.split('/')[1]} time (UTC${company.utcOffset}). ${untilWhen}. The link is yours alone: please pass it on to nobody.`,
  ])

type InterviewChange = {
  interview: Invited & Pick<Interview, 'updated_at'>
  time: SlotFacts
  sequence: number
  /** The company's email. */
  organizer: string
  template: Template
}

const bookedParts = (url: string, time: SlotFacts): EmailPart[] => [
  factsOf(time),
  'The attached file is for your calendar.',
  { text: `${untilWhen}, here:`, label: 'Change or cancel', url, isMain: true },
]

/** Confirms a time, another one or the same elsewhere, with a file for the calendar. */
export function bookedEmail(sender: LinkSigner, change: InterviewChange): Email {
  const { interview, time, sequence, organizer, template } = change
  const url = bookingUrl(sender, interview.id)
  return {
    ...emailTo(interview, template, bookedParts(url, time), time),
    calendar: applicantCalendar({ ...interview, slot: time, sequence }, { url, organizer }),
  }
}

const cancelledParts = (url: string, message: string, canChoose: boolean): EmailPart[] => [
  ...(message ? [message] : []),
  'The attached file takes it out of your calendar.',
  ...(canChoose
    ? [{ text: 'You can choose another time here:', label: 'Choose a time', url, isMain: true }]
    : []),
]

/**
 * Tells that an interview is cancelled; the attached file takes it out of the calendar.
 * @param cancellation.canChoose whether their link still lets them choose
 */
export function cancelledEmail(
  sender: LinkSigner,
  cancellation: InterviewChange & { message: string; canChoose: boolean },
): Email {
  const { interview, time, sequence, organizer, template, message } = cancellation
  const url = bookingUrl(sender, interview.id)
  return {
    ...emailTo(interview, template, cancelledParts(url, message, cancellation.canChoose), time),
    calendar: applicantCalendar(
      { ...interview, slot: time, sequence },
      { url, organizer },
      'CANCEL',
    ),
  }
}

const exampleFor = ({ email, name }: { email: string; name: string }): Invited => ({
  id: 0,
  email,
  first_name: name,
  last_name: '',
  cohort_name: 'Cohort 12',
})

const exampleTime: SlotFacts = {
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T07:30:00.000Z',
  place: 'Room 2',
  link: '',
}

const invitationExample: VisitorEmailExample = (context, applicant, template) =>
  invitationEmail(context, exampleFor(applicant), template)

const timeExample =
  (partsOf: (url: string) => EmailPart[]): VisitorEmailExample =>
  (context, applicant, template) =>
    emailTo(exampleFor(applicant), template, partsOf(bookingUrl(context, 0)), exampleTime)

const bookedExample = timeExample((url) => bookedParts(url, exampleTime))
const cancelledExample = timeExample((url) => cancelledParts(url, '', true))

export const interviewExamples = {
  INTERVIEW: invitationExample,
  INTERVIEW_REMINDER: invitationExample,
  INTERVIEW_BOOKED: bookedExample,
  INTERVIEW_CHANGED: bookedExample,
  INTERVIEW_LEFT: cancelledExample,
  INTERVIEW_CANCELLED: cancelledExample,
} satisfies Partial<Record<VisitorEmailKind, VisitorEmailExample>>
