import { type EmailPart, emailText } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { type VisitorEmailExample, visitorEmail } from '#platform/mail/visitor-email.ts'
import type { EmailTemplate } from '#shared/email-templates.ts'
import type { VisitorEmailValues } from '#shared/visitor-emails.ts'
import type { StaffEvent } from '../contract.ts'
import { calendarOf } from '../event-calendar.ts'
import { cancelPart, factsOf, type Signer, writtenDay, writtenTime } from './registration-email.ts'

type Template = Pick<EmailTemplate, 'subject' | 'text'>
type Registration = { id: number; full_name: string; email: string }

function changeEmail(
  sender: Signer,
  event: StaffEvent,
  { id, full_name, email }: Registration,
  template: Template,
  message: string,
) {
  const values: VisitorEmailValues<'EVENT'> = {
    ...{
      event: event.title,
      day: writtenDay(event),
      time: writtenTime(event),
      place: event.location,
    },
  }
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
  return visitorEmail({ email, name: full_name }, template, values, parts)
}

/**
 * Tells people that the event for which they are registered has changed.
 * @param organizer the company's e-mail
 */
export function changeEmails(
  sender: Signer,
  event: StaffEvent,
  registrations: readonly Registration[],
  { template, message, organizer }: { template: Template; message: string; organizer: string },
): Email[] {
  const publisher = { siteUrl: siteUrlOf(sender.config), email: organizer }
  const calendar = calendarOf([event], publisher)
  return registrations.map((registration) => ({
    ...changeEmail(sender, event, registration, template, message),
    calendar,
  }))
}

/** The email as somebody would get it, without the message of the user who changes the event. */
export function changeText(
  sender: Signer,
  event: StaffEvent,
  full_name: string,
  template: Template,
) {
  const { subject, parts } = changeEmail(
    sender,
    event,
    { id: 1, full_name, email: '' },
    template,
    '',
  )
  // Without the facts, the links and the end, which are always the same.
  return { subject, text: emailText(parts.slice(0, -4)) }
}

export const eventExample: VisitorEmailExample = (context, { email, name }, template) =>
  changeEmail(context, exampleEvent, { id: 1, full_name: name, email }, template, '')

const exampleEvent: StaffEvent = {
  ...{ id: 1, title: 'Open evening', description: '', category: 'Open day', type: 'workshop' },
  ...{ date: '2026-04-10', time: '6:00 PM - 8:00 PM', location: 'Kigali', online_link: '' },
  ...{ starts_at: '2026-04-10T16:00:00.000Z', ends_at: '2026-04-10T18:00:00.000Z' },
  ...{ image: '', image_alt: '', registration_link: '', registration: 'open' },
  ...{ capacity: null, registration_deadline: null, registered: 1, arrived: 0 },
  ...{ is_past: false, is_cancelled: false, updated_at: '2026-03-02T08:00:00.000Z' },
}
