import type { Email } from '#platform/mail/email-message.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { type Template, visitorEmail } from '#platform/mail/visitor-email.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import { signId } from '#platform/security/signed-id.ts'
import { company } from '#shared/company.ts'
import { formatWeekday } from '#shared/format.ts'
import type { VisitorEmailValues } from '#shared/visitor-emails.ts'
import type { Event, StaffEvent } from '../contract.ts'
import { calendarOf } from '../event-calendar.ts'

type Registration = { id: number; full_name: string; email: string }

/** What all emails about an event have in common. */
export const emailsAbout = ({ id }: { id: number }) => `event-${id}`

/** The purpose of the signed tokens in cancel links. */
export const cancelPurpose = 'event registration'

const writtenTime = ({ time }: Event) => `${time} in Kigali (UTC${company.utcOffset})`

/** What templates may tell of an event. */
export const eventValues = (event: Event): VisitorEmailValues<'EVENT'> => ({
  event: event.title,
  day: formatWeekday(event.date),
  time: writtenTime(event),
  place: event.location,
})

/** When and where an event is, in an email to those registered. */
export const factsOf = (event: StaffEvent): EmailPart => ({
  facts: [
    { label: 'Day', value: formatWeekday(event.date) },
    { label: 'Time', value: writtenTime(event) },
    { label: 'Place', value: event.location },
    ...(event.online_link ? [{ label: 'Join here', url: event.online_link }] : []),
  ],
})

/** The link that cancels a registration. */
export const cancelPart = (
  { config, secret }: LinkSigner,
  id: number,
  text: string,
): EmailPart => ({
  text,
  label: 'Cancel the registration',
  url: `${siteUrlOf(config)}/events/cancel?token=${signId({ secret }, cancelPurpose, id)}`,
})

/**
 * Confirms a registration: time and location, a calendar file, and a link to cancel.
 * @param organizer the company's email
 */
export function registrationEmail(
  sender: LinkSigner,
  event: StaffEvent,
  { id, full_name, email }: Registration,
  organizer: string,
  template: Template,
): Email {
  const root = siteUrlOf(sender.config)
  return {
    ...visitorEmail({ email, name: full_name }, template, eventValues(event), [
      factsOf(event),
      {
        text: 'Everything about it:',
        label: 'See the event',
        url: `${root}/events/${event.id}`,
        isMain: true,
      },
      {
        text: 'The event for your calendar is attached, and here as well:',
        label: 'The file for your calendar',
        url: `${root}/events/${event.id}.ics`,
      },
      cancelPart(
        sender,
        id,
        'Can you not come, or was it not you who registered? This link cancels it and deletes your details:',
      ),
    ]),
    isRequested: true,
    list_key: emailsAbout(event),
    calendar: calendarOf([event], { siteUrl: root, email: organizer }),
  }
}
