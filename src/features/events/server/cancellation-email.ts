import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mail.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { company } from '#shared/company.ts'
import { calendarOf } from '../calendar.ts'
import type { Event } from '../contract.ts'
import { writtenDay } from './registration-email.ts'

type Config = Parameters<typeof siteUrlOf>[0]

/** The email about a cancelled event, without the message of the user who cancels it. */
export function cancellationText(config: Config, event: Event, full_name: string) {
  return {
    subject: `Cancelled: ${event.title}`,
    opening: [
      greetingOf(full_name),
      `“${event.title}” on ${writtenDay(event)}, for which you are registered, is cancelled. We are sorry.`,
    ].join('\n\n'),
    closing: [
      'There is nothing that you need to do. The attached file takes it out of your calendar.',
      `What else there is: ${siteUrlOf(config)}/events`,
      `${company.name}, Kigali`,
    ].join('\n\n'),
  }
}

type Registration = { full_name: string; email: string }

/**
 * Tells people that the event for which they are registered is cancelled.
 * @param organizer the company's e-mail
 */
export function cancellationEmails(
  config: Config,
  event: Event,
  registrations: readonly Registration[],
  message: string,
  organizer: string,
): Email[] {
  const publisher = { siteUrl: siteUrlOf(config), email: organizer }
  const calendar = calendarOf([event], publisher, 'CANCEL')
  return registrations.map(({ full_name, email }) => {
    const { subject, opening, closing } = cancellationText(config, event, full_name)
    const body = [opening, message, closing].filter(Boolean).join('\n\n')
    return { recipient: email, subject, body, calendar }
  })
}
