import type { Database } from '#database/open.ts'
import type { Email } from '#platform/mail/email-message.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
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
export const selectRecipients = (database: Database) =>
  database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .innerJoin('tech_stacks', 'tech_stacks.id', 'applications.tech_stack_id')
    .select(['applications.id', 'applications.first_name', 'applications.last_name'])
    .select(['applications.email', 'cohorts.name as cohort', 'cohorts.emails as templates'])
    .select(['cohorts.start_day', 'cohorts.end_day', 'tech_stacks.name as tech_stack'])
    .select(['applications.status', 'applications.waiting_since'])

export type Recipient = Awaited<ReturnType<ReturnType<typeof selectRecipients>['execute']>>[number]

/**
 * Tells an applicant that the application has arrived. Anybody can type a stranger's address, so it repeats no text.
 */
export const receivedEmail = (
  { email, cohort, ...person }: Pick<Recipient, 'email' | 'cohort' | 'first_name' | 'last_name'>,
  template: Template,
): Email => ({
  ...visitorEmail({ email, name: fullName(person) }, template, { cohort }),
  isRequested: true,
})

export const receivedExample: VisitorEmailExample = (_, { email, name }, template) =>
  receivedEmail({ email, first_name: name, last_name: '', cohort: 'Cohort 12' }, template)

/** The email by a template. Of what the applicant has typed it repeats the name alone, if it is plainly one. */
export function statusEmail(
  { email, cohort, tech_stack, start_day, end_day, ...person }: Recipient,
  template: Template,
): Email {
  const values = {
    cohort,
    tech_stack,
    starts_on: formatDate(start_day),
    ends_on: formatDate(end_day),
  }
  return visitorEmail({ email, name: fullName(person) }, template, values)
}
