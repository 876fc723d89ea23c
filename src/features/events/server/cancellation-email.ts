import { type EmailPart, emailText, signOff } from '#platform/mail/email-parts.ts'
import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import type { Event } from '../contract.ts'
import { calendarOf } from '../event-calendar.ts'
import { writtenDay } from './registration-email.ts'

type Config = Parameters<typeof siteUrlOf>[0]

const subjectOf = (event: Event) => `Cancelled: ${event.title}`

const openingOf = (event: Event, full_name: string): EmailPart[] => [
  greetingOf(full_name),
  `“${event.title}” on ${writtenDay(event)}, for which you are registered, is cancelled. We are sorry.`,
]

const closingOf = (config: Config): EmailPart[] => [
  'There is nothing that you need to do. The attached file takes it out of your calendar.',
  { text: 'What else there is:', label: 'Our events', url: `${siteUrlOf(config)}/events` },
  signOff,
]

/** The email about a cancelled event, without the message of the user who cancels it. */
export const cancellationText = (config: Config, event: Event, full_name: string) => ({
  subject: subjectOf(event),
  opening: emailText(openingOf(event, full_name)),
  closing: emailText(closingOf(config)),
})

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
  return registrations.map(({ full_name, email: recipient }) => {
    const parts = [
      ...openingOf(event, full_name),
      ...(message ? [message] : []),
      ...closingOf(config),
    ]
    return { recipient, subject: subjectOf(event), parts, calendar }
  })
}
