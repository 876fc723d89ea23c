import { type ComponentType, useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { DetailPage } from '#client/resources/page/detail-page.tsx'
import { Neighbours } from '#client/resources/page/neighbours.tsx'
import { ResumePanel } from '#client/resources/resume/resume-panel.tsx'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatLocalDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { selectionOf } from '#ui/data-table/selection.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { ApplicationDetail } from '../contract.ts'
import { ApplicantFacts } from './applicant-facts.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { applicationDeletion, applicationListSpec } from './application-list-spec.ts'
import { ApplicationNotes, NewNote } from './application-notes.tsx'
import { applicationResume } from './application-resume.ts'
import { applicationStatusLooks, useApplicationStatus } from './application-status.ts'
import { ApplicationStatusDialog } from './application-status-dialog.tsx'
import { AssigneeMenu } from './assignee-menu.tsx'
import { OtherApplications } from './other-applications.tsx'
import { ScorePanel } from './score-panel.tsx'
import { SearchedResume } from './searched-resume.tsx'
import { EmailMark } from './status-emails.tsx'

const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'), 'MoveDialog')

type ApplicationDetailPageProps = {
  id: number
  /** Shows and changes its interview. */
  InterviewPanel: ComponentType<{
    application: ApplicationDetail
    show: ShowChange
  }>
}

/** An application's details, resume, status history and actions. */
export function ApplicationDetailPage({ id, InterviewPanel }: ApplicationDetailPageProps) {
  const listUrl = useListUrl()
  const { search } = listUrl
  const { filters } = readListQuery(listUrl, applicationListSpec)
  const [open, setOpen] = useState<'status' | 'move'>()
  const close = () => setOpen(undefined)
  const { strip, show } = useUndoStrip()
  const { changeStatus, changeShown } = useApplicationStatus(show)
  return (
    <DetailPage
      procedure="applications.get"
      id={id}
      waitsFor={['applicationScores.get', 'interviews.ofApplication']}
      noun="application"
      list={{ path: '/dashboard/applications', title: 'Applications' }}
      rowName={fullName}
      deletion={applicationDeletion}
      navigation={<ApplicationNeighbours id={id} />}
      text={(application) => (
        <>
          <StatusMenu
            looks={applicationStatusLooks}
            mark={(status) => <EmailMark kind={status} cohort={application.cohort} />}
            status={application.status}
            name={fullName(application)}
            onSelect={(status) => changeStatus(application, status)}
          />
          {application.cohort_name}
          {application.waiting_since && (
            <Badge tone="info">
              Waiting for a spot since {formatLocalDate(application.waiting_since)}
            </Badge>
          )}
          <AssigneeMenu application={application} show={show} />
        </>
      )}
      actions={() => (
        <>
          <ButtonLink variant="secondary" to={`/dashboard/applications/${id}/review${search}`}>
            Review
          </ButtonLink>
          <Button variant="secondary" onClick={() => setOpen('move')}>
            Move
          </Button>
          <Button onClick={() => setOpen('status')}>Change status</Button>
        </>
      )}
    >
      {(application) => (
        <>
          {strip}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
            <div className="grid grid-cols-1 gap-5">
              <OtherApplications application={application} />
              <ScorePanel key={id} id={id} />
              <InterviewPanel application={application} show={show} />
              <ApplicantFacts application={application} />
              <ApplicationNotes notes={application.notes}>
                <NewNote application={application} />
              </ApplicationNotes>
              <ApplicationHistory id={id} history={application.history} />
            </div>
            <ResumePanel resume={application.resume} {...applicationResume(id)}>
              <SearchedResume id={id} search={filters.search_query} />
            </ResumePanel>
          </div>
          {open === 'move' && (
            <MoveDialog
              selection={selectionOf(application)}
              filters={{}}
              onClose={close}
              onChanged={show}
            />
          )}
          {open === 'status' && (
            <ApplicationStatusDialog
              application={application}
              onClose={close}
              change={changeShown}
            />
          )}
        </>
      )}
    </DetailPage>
  )
}

function ApplicationNeighbours({ id }: { id: number }) {
  const listUrl = useListUrl()
  const { filters, ordering } = readListQuery(listUrl, applicationListSpec)
  const { data } = useRead('applications.neighbours', { id, ...filters, ordering })
  const hrefOf = (other: number) => `/dashboard/applications/${other}${listUrl.search}`
  return <Neighbours noun="application" ids={data} hrefOf={hrefOf} />
}
