import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { signOff } from '#platform/mail/email-parts.ts'
import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { visitorEmail } from '#platform/mail/visitor-email.ts'
import type { EmailTemplate } from '#shared/email-templates.ts'
import { formatDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import type { StatusEmails } from '#shared/status-emails.ts'

/** The templates of a cohort, as they are stored with it. */
export const readCohortEmails = (json: string): Partial<StatusEmails> => JSON.parse(json)

/** The templates for the applications of a cohort: its own, and where it has none those of the settings. */
export const templatesOf = (settings: StatusEmails, cohort: string): StatusEmails => ({
  ...settings,
  ...readCohortEmails(cohort),
})

/** The applications, with all that their emails tell of. */
export const selectRecipients = (database: Database | Transaction<Tables>) =>
  database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .innerJoin('tech_stacks', 'tech_stacks.id', 'applications.tech_stack_id')
    .select(['applications.id', 'applications.first_name', 'applications.last_name'])
    .select(['applications.email', 'cohorts.name as cohort', 'cohorts.emails as templates'])
    .select(['cohorts.start_day', 'cohorts.end_day', 'tech_stacks.name as tech_stack'])

export type Recipient = Awaited<ReturnType<ReturnType<typeof selectRecipients>['execute']>>[number]

/** Tells an applicant that the application has arrived. Anybody can type a stranger's address, so it repeats no text. */
export const receivedEmail = ({ email, cohort, ...person }: Recipient): Email => ({
  isRequested: true,
  recipient: email,
  subject: `Your application for ${cohort} has arrived`,
  parts: [
    greetingOf(fullName(person)),
    `your application for ${cohort} and your resume have arrived. We read every application, and write to you when we have decided.`,
    'If you want to correct something, or if it was not you who applied, please answer this email.',
    signOff,
  ],
})

/** The email by a template. Of what the applicant has typed it repeats the name alone, if it is plainly one. */
export function statusEmail(
  { email, cohort, tech_stack, start_day, end_day, ...person }: Recipient,
  template: Pick<EmailTemplate, 'subject' | 'text'>,
): Email {
  const values = {
    ...{ cohort, tech_stack },
    ...{ starts_on: formatDate(start_day), ends_on: formatDate(end_day) },
  }
  return visitorEmail({ email, name: fullName(person) }, template, values)
}
