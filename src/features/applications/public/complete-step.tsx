import type { Ref } from 'react'
import { useCompany } from '#client/use-company.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { DoneMark } from '#ui/feedback/done-mark.tsx'
import { Mail } from '#ui/icons.ts'

/** A summary of the application, formatted for display. */
export type Summary = { cohort: string; start: string; techStack: string; duration: string }

export function CompleteStep({
  title,
  summary,
  headingRef,
}: {
  title: string
  /** Null if the choices can't be read. */
  summary: Summary | null
  headingRef: Ref<HTMLHeadingElement>
}) {
  const { email } = useCompany().contact
  const rows = summary && [
    ['Cohort', summary.cohort],
    ['Start date', summary.start],
    ['Tech stack', summary.techStack],
    ['Duration', summary.duration],
  ]
  return (
    <div className="mx-auto flex max-w-2xl animate-rise flex-col items-center text-center">
      <DoneMark seed={`applied ${summary?.cohort}`} />
      <h2 ref={headingRef} tabIndex={-1} className="text-3xl">
        {title}
      </h2>
      <p className="mt-4 text-lg text-muted">
        Thank you for applying to join our program. We'll review your application and get back to
        you within 2-3 business days.
      </p>
      {rows && (
        <dl className="mt-10 grid w-full gap-x-8 gap-y-5 rounded bg-raised p-6 text-left shadow-low sm:grid-cols-2 sm:p-8">
          {rows.map(([term, text]) => (
            <div key={term} className="min-w-0">
              <dt className="text-muted text-sm">{term}</dt>
              <dd className="font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-10 flex max-w-full flex-wrap justify-center gap-3">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <a
          href={`mailto:${email}`}
          className={`wrap-anywhere ${buttonClass({ variant: 'secondary' })}`}
        >
          <Mail aria-hidden="true" className="size-5" />
          <span>
            <EmailText address={email} />
          </span>
        </a>
      </div>
    </div>
  )
}
