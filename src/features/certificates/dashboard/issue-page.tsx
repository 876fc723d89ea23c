import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { useListSearch } from '#client/resources/list/kept-search.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { formatDate } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { readId } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { CohortsToIssue } from './certificates-to-issue.tsx'
import { IssueForm } from './issue-form.tsx'

/** Issues the certificates of a whole cohort: first the cohort, then every name for a check. */
export function IssuePage() {
  const listUrl = useListUrl()
  const search = useListSearch('/dashboard/certificates')
  const cohort = readId(listUrl.get('cohort'))
  const { data, error, refetch } = useRead('certificates.cohortsToIssue', undefined)
  return (
    <>
      <nav aria-label="Certificates" className="mb-4">
        <BackLink to={`/dashboard/certificates${search}`} text="All certificates" />
      </nav>
      <PageHeading
        title="Issue a cohort"
        text="Certificates for the accepted applicants of a cohort that has ended. Check every name before it is printed."
      />
      {error && !data ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        <SelectField
          label="Cohort"
          className="mb-6 max-w-md"
          value={listUrl.get('cohort')}
          placeholder={data ? 'Choose a cohort' : 'Loading...'}
          onChange={({ target }) => listUrl.set({ cohort: target.value })}
        >
          {data && <CohortsToIssue cohorts={data.results} />}
        </SelectField>
      )}
      {cohort && <CohortCandidates key={cohort} id={cohort} />}
    </>
  )
}

function CohortCandidates({ id }: { id: number }) {
  const { data, error, refetch } = useRead('certificates.candidates', { id })
  if (data && !data.cohort.has_ended) {
    return (
      <EmptyState
        seed="certificates"
        title={`This cohort goes on until ${formatDate(data.cohort.end)}`}
        text="Its certificates can be issued from that day on. If it ends earlier, change its end first."
        action={<ButtonLink to="/dashboard/cohorts">Cohorts</ButtonLink>}
      />
    )
  }
  if (data && data.total_items === 0) {
    return (
      <EmptyState
        seed="certificates"
        title="Nobody is accepted in this cohort"
        text="Certificates go to applicants with the status Accepted."
        action={
          <ButtonLink to={`/dashboard/applications?cohort_id=${id}`}>Its applications</ButtonLink>
        }
      />
    )
  }
  if (data) return <IssueForm candidates={data} />
  if (error) return <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
  return (
    <div role="status">
      <span className="sr-only">Loading the names...</span>
      <Skeleton className="mb-4 h-40 w-full rounded" />
      <Skeleton className="h-96 w-full rounded" />
    </div>
  )
}
