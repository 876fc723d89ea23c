import type { ReactNode } from 'react'
import { formatDateTime } from '#shared/format.ts'
import { consentText } from '#shared/privacy.ts'
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx'
import type { Application } from '../contract.ts'
import { relativesPhone } from '../validation.ts'
import { formatBirthDate, genderLabels, levelLabel } from './applicant-labels.ts'

/** The applicant's details except the motivation and the resume, each with its name. */
export const applicantFacts = (application: Application): [string, ReactNode][] => [
  ['E-mail', <EmailLink key="email" address={application.email} />],
  ['Phone', <PhoneLink key="phone" number={application.phone_number} />],
  [
    relativesPhone,
    application.other_phone_number ? (
      <PhoneLink key="other" number={application.other_phone_number} />
    ) : (
      'Not given'
    ),
  ],
  ['Born', formatBirthDate(application.date_of_birth)],
  ['Gender', genderLabels[application.gender]],
  [
    'National ID',
    <span key="id" className="tracking-tight">
      {application.identification}
    </span>,
  ],
  ['Cohort', application.cohort_name],
  ['Tech stack', application.tech_stack_name],
  ['Experience', levelLabel(application.level)],
  ['Applied', formatDateTime(application.created_at)],
  ['Agreed', consentText(application.created_at, application.consent_version)],
]

/** The applicant's details except the resume. */
export function ApplicantFacts({ application }: { application: Application }) {
  return (
    <section aria-labelledby="applicant" className="rounded bg-raised p-5 shadow-low">
      <h2 id="applicant" className="mb-4 text-xl">
        Applicant
      </h2>
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {applicantFacts(application).map(([name, value]) => (
          <div key={name} className="min-w-0 first:sm:col-span-2">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-1 font-normal text-muted text-sm">Motivation</h3>
      <p className="measure whitespace-pre-line wrap-anywhere">
        {application.description || 'Not given'}
      </p>
    </section>
  )
}
