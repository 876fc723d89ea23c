import type { Email } from '#platform/mail/email-message.ts'
import { emailText } from '#platform/mail/email-parts.ts'
import { type SiteConfig, siteUrlOf } from '#platform/mail/site-url.ts'
import { type Template, visitorEmail } from '#platform/mail/visitor-email.ts'
import type { Event } from '../contract.ts'
import { calendarOf } from '../event-calendar.ts'
import { emailsAbout, eventValues } from './registration-email.ts'

type Registration = { full_name: string; email: string }

/** The email about a cancelled event, without the file for the calendar. */
export const cancellationEmail = (
  config: SiteConfig,
  event: Event,
  { full_name, email }: Registration,
  template: Template,
  message: string,
): Email =>
  visitorEmail({ email, name: full_name }, template, eventValues(event), [
    ...(message ? [message] : []),
    'There is nothing that you need to do. The attached file takes it out of your calendar.',
    { text: 'What else there is:', label: 'Our events', url: `${siteUrlOf(config)}/events` },
  ])

/** The email before and after the message of the user who cancels the event. */
export function cancellationText(
  config: SiteConfig,
  event: Event,
  full_name: string,
  template: Template,
) {
  const message = '\0'
  const registration = { full_name, email: '' }
  const { subject, parts } = cancellationEmail(config, event, registration, template, message)
  const at = parts.indexOf(message)
  return {
    subject,
    opening: emailText(parts.slice(0, at)),
    closing: emailText(parts.slice(at + 1)),
  }
}

/**
 * Tells people that the event for which they are registered is cancelled.
 * @param organizer the company's email
 */
export function cancellationEmails(
  config: SiteConfig,
  event: Event,
  registrations: readonly Registration[],
  { template, message, organizer }: { template: Template; message: string; organizer: string },
): Email[] {
  const publisher = { siteUrl: siteUrlOf(config), email: organizer }
  const calendar = calendarOf([event], publisher, 'CANCEL')
  return registrations.map((registration) => ({
    ...cancellationEmail(config, event, registration, template, message),
    calendar,
    list_key: emailsAbout(event),
  }))
}
