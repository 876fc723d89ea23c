import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { DetailPage } from '#client/resources/detail-page.tsx'
import { Neighbours } from '#client/resources/neighbours.tsx'
import { ResumePanel } from '#client/resources/resume-panel.tsx'
import { useUndoStrip } from '#client/resources/undo-strip.tsx'
import { formatDateTime } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { StatusChange } from '../contract.ts'
import { ApplicantFacts } from './applicant-facts.tsx'
import { applicationDeletion, applicationListSpec } from './application-list-spec.ts'
import { applicationResume } from './application-resume.ts'
import { applicationStatusLooks, useApplicationStatus } from './application-status.ts'
import { ApplicationStatusDialog } from './application-status-dialog.tsx'

/** An application's details, resume, status history and actions. */
export function ApplicationDetailPage({ id }: { id: number }) {
  const { search } = useListUrl()
  const [isNoting, setIsNoting] = useState(false)
  const { strip, show } = useUndoStrip()
  const { changeStatus, changeShown } = useApplicationStatus(show)
  return (
    <DetailPage
      procedure="applications.get"
      id={id}
      noun="application"
      list={{ path: '/dashboard/applications', title: 'Applications' }}
      rowName={fullName}
      deletion={applicationDeletion}
      navigation={<ApplicationNeighbours id={id} />}
      text={(application) => (
        <>
          <StatusMenu
            looks={applicationStatusLooks}
            status={application.status}
            name={fullName(application)}
            onSelect={(status) => changeStatus(application, status)}
          />
          {application.cohort_name}
        </>
      )}
      actions={() => (
        <>
          <ButtonLink variant="secondary" to={`/dashboard/applications/${id}/review${search}`}>
            Review
          </ButtonLink>
          <Button onClick={() => setIsNoting(true)}>Change status</Button>
        </>
      )}
    >
      {(application) => (
        <>
          {strip}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
            <div className="grid grid-cols-1 gap-5">
              <ApplicantFacts application={application} />
              <ApplicationHistory history={application.history} />
            </div>
            <ResumePanel resume={application.resume} {...applicationResume(id)} />
          </div>
          {isNoting && (
            <ApplicationStatusDialog
              application={application}
              onClose={() => setIsNoting(false)}
              change={changeShown}
            />
          )}
        </>
      )}
    </DetailPage>
  )
}

function ApplicationNeighbours({ id }: { id: number }) {
  const address = useListUrl()
  const { filters, ordering } = readListQuery(address, applicationListSpec)
  const { data } = useRead('applications.neighbours', { id, ...filters, ordering })
  const hrefOf = (other: number) => `/dashboard/applications/${other}${address.search}`
  return <Neighbours noun="application" ids={data} hrefOf={hrefOf} />
}

/** Every status change of an application, latest first. */
export function ApplicationHistory({ history }: { history: readonly StatusChange[] }) {
  const latestFirst = history.toSorted((a, b) => b.id - a.id)
  return (
    <section aria-labelledby="history" className="rounded bg-raised p-5 shadow-low">
      <h2 id="history" className="mb-4 text-xl">
        History
      </h2>
      <ol className="flex flex-col gap-4">
        {latestFirst.map((change) => (
          <li key={change.id} className="border-line border-l-2 pl-4">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {change.from_status && (
                <>
                  <StatusBadge looks={applicationStatusLooks} status={change.from_status} />
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span>
                </>
              )}
              <StatusBadge looks={applicationStatusLooks} status={change.to_status} />
            </div>
            <p className="mt-1 text-muted text-sm">
              {change.by || 'The applicant'},{' '}
              <time dateTime={change.created_at}>{formatDateTime(change.created_at)}</time>
            </p>
            {change.notes && (
              <p className="measure mt-1 whitespace-pre-line wrap-anywhere">{change.notes}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
