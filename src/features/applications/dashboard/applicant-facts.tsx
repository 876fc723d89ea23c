import type { ReactNode } from 'react'
import { formatDateTime } from '#shared/format.ts'
import { consentText } from '#shared/privacy.ts'
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx'
import type { Application } from '../contract.ts'
import { genderLabels, labels } from '../validation.ts'
import { formatBirthDate, levelLabel } from './applicant-labels.ts'

type Fact = [name: string, show: (application: Application) => ReactNode]

const facts: Fact[] = [
  ['Email', ({ email }) => <EmailLink address={email} />],
  ['Phone', ({ phone_number }) => <PhoneLink number={phone_number} />],
  [
    labels.other_phone_number,
    ({ other_phone_number: number }) => (number ? <PhoneLink number={number} /> : 'Not given'),
  ],
  ['Born', ({ date_of_birth }) => formatBirthDate(date_of_birth)],
  ['Gender', ({ gender }) => genderLabels[gender]],
  ['National ID', ({ identification }) => <span className="tracking-tight">{identification}</span>],
  ['Cohort', ({ cohort_name }) => cohort_name],
  ['Tech stack', ({ tech_stack_name }) => tech_stack_name],
  ['Experience', ({ level }) => levelLabel(level)],
  ['Applied', ({ created_at }) => formatDateTime(created_at)],
  ['Agreed', ({ created_at, consent_version }) => consentText(created_at, consent_version)],
]

export const factCount = facts.length

/** The applicant's details except the motivation and the resume, each with its name. */
export const applicantFacts = (application: Application): [string, ReactNode][] =>
  facts.map(([name, show]) => [name, show(application)])

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
