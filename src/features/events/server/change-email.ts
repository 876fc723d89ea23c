import type { Email } from '#platform/mail/email-message.ts'
import { type EmailPart, emailText } from '#platform/mail/email-parts.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import type { VisitorEmailKind } from '#shared/visitor-emails.ts'
import type { StaffEvent } from '../contract.ts'
import { calendarOf } from '../event-calendar.ts'
import { cancellationEmail } from './cancellation-email.ts'
import {
  cancelPart,
  emailsAbout,
  eventValues,
  factsOf,
  registrationEmail,
} from './registration-email.ts'

type Registration = { id: number; full_name: string; email: string }

function changeEmail(
  sender: LinkSigner,
  event: StaffEvent,
  { id, full_name, email }: Registration,
  template: Template,
  message: string,
) {
  const parts: EmailPart[] = [
    ...(message ? [message] : []),
    factsOf(event),
    {
      text: 'The attached file puts it right in your calendar. Everything about it:',
      label: 'See the event',
      url: `${siteUrlOf(sender.config)}/events/${event.id}`,
      isMain: true,
    },
    cancelPart(sender, id, 'Does that not suit you? This link cancels your registration:'),
  ]
  return visitorEmail({ email, name: full_name }, template, eventValues(event), parts)
}

/**
 * Tells people that the event for which they are registered has changed.
 * @param organizer the company's email
 */
export function changeEmails(
  sender: LinkSigner,
  event: StaffEvent,
  registrations: readonly Registration[],
  { template, message, organizer }: { template: Template; message: string; organizer: string },
): Email[] {
  const publisher = { siteUrl: siteUrlOf(sender.config), email: organizer }
  const calendar = calendarOf([event], publisher)
  return registrations.map((registration) => ({
    ...changeEmail(sender, event, registration, template, message),
    calendar,
    list_key: emailsAbout(event),
  }))
}

/** The email as somebody would get it, without what is always the same, and the message of the user. */
export function changeText(event: StaffEvent, full_name: string, template: Template) {
  const person = { email: '', name: full_name }
  const { subject, parts } = visitorEmail(person, template, eventValues(event))
  return { subject, text: emailText(parts.slice(0, -1)) }
}

export const eventExamples = {
  REGISTRATION: (context, { email, name }, template) =>
    registrationEmail(context, exampleEvent, { id: 0, full_name: name, email }, '', template),
  EVENT: (context, { email, name }, template) =>
    changeEmail(context, exampleEvent, { id: 0, full_name: name, email }, template, ''),
  EVENT_CANCELLED: (context, { email, name }, template) =>
    cancellationEmail(context.config, exampleEvent, { full_name: name, email }, template, ''),
} satisfies Partial<Record<VisitorEmailKind, VisitorEmailExample>>

const exampleEvent: StaffEvent = {
  id: 0,
  title: 'Open evening',
  description: '',
  category: 'Open day',
  type: 'workshop',
  date: '2026-04-10',
  time: '6:00 PM - 8:00 PM',
  location: 'Kigali',
  online_link: '',
  starts_at: '2026-04-10T16:00:00.000Z',
  ends_at: '2026-04-10T18:00:00.000Z',
  image: '',
  image_alt: '',
  registration_link: '',
  registration: 'open',
  capacity: null,
  registration_deadline: null,
  registered: 1,
  arrived: 0,
  is_past: false,
  is_cancelled: false,
  updated_at: '2026-03-02T08:00:00.000Z',
}
