import { useId } from 'react'
import { Link } from 'react-router'
import { formatLocalDate } from '#shared/format.ts'
import { formatList, fullName } from '#shared/full-name.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ApplicationDetail, RelatedApplication } from '../contract.ts'
import { applicationStatusLooks } from './application-status.ts'

const sameLabels = { email: 'email', phone: 'phone', identification: 'national ID' } as const

/** The other applications of the same email, phone or national ID; nothing when there is none. */
export function OtherApplications(props: {
  application: ApplicationDetail
  /** The id of the heading that says whose they are, where several are shown. */
  ownerId?: string
}) {
  const { application, ownerId = '' } = props
  const { related, cohort_name } = application
  const headingId = useId()
  if (related.length === 0) return null
  return (
    <section
      aria-labelledby={`${headingId} ${ownerId}`}
      className="rounded bg-info-soft p-5 shadow-low"
    >
      <h2 id={headingId} className="mb-3 text-xl">
        Also applied
      </h2>
      <ul className="flex flex-col gap-3">
        {related.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to={`/dashboard/applications/${other.id}`}
              className="wrap-anywhere font-semibold text-primary underline underline-offset-4"
            >
              {other.cohort_name === cohort_name
                ? 'In this cohort, too'
                : `In ${other.cohort_name}`}
            </Link>
            <StatusBadge looks={applicationStatusLooks} status={other.status} />
            {other.reason && (
              <p className="measure w-full whitespace-pre-line wrap-anywhere">“{other.reason}”</p>
            )}
            <p className="w-full wrap-anywhere text-muted text-sm">
              {detailsOf(other, application)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 'Same email and phone, as Aline Uwera, 3 Mar 2026' */
function detailsOf(other: RelatedApplication, application: ApplicationDetail) {
  const same = formatList(other.same.map((kind) => sameLabels[kind]))
  const isRenamed = fullName(other) !== fullName(application)
  const parts = [
    `Same ${same}`,
    isRenamed && `as ${fullName(other)}`,
    formatLocalDate(other.created_at),
  ]
  return parts.filter(Boolean).join(', ')
}
