import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { fileFromResponse } from '#client/api/files.ts'
import { useRead } from '#client/api/queries.ts'
import { ResumePanel } from '#client/resources/resume-panel.tsx'
import { company } from '#shared/company.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { DetailSkeleton } from '#ui/feedback/detail-skeleton.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ApplicantFacts } from './applicant-facts.tsx'
import { ChangeStatusDialog } from './change-status-dialog.tsx'
import { DeleteApplicationDialog } from './delete-application-dialog.tsx'
import { fullName } from './labels.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { ApplicationStatusBadge } from './status-badge.tsx'
import { StatusHistory } from './status-history.tsx'
import { type StatusChanged, UndoStrip } from './undo-strip.tsx'

/** One application whole: what was sent, the resume, what has been decided and what comes next. */
export function ApplicationDetail({ id }: { id: number }) {
  const address = useListAddress()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'status' | 'delete' | 'deleted'>()
  const isDeletion = dialog === 'delete' || dialog === 'deleted'
  const [change, setChange] = useState<StatusChanged>()
  const {
    data: application,
    error,
    refetch,
  } = useRead(
    'applications.get',
    { id },
    // What is deleted is asked for no more, for as long as the page is still here.
    { enabled: !isDeletion },
  )
  const list = `/dashboard/applications${address.search}`
  const close = () => setDialog((now) => (now === 'deleted' ? now : undefined))

  const name = application && fullName(application)
  useEffect(() => {
    if (name) document.title = `${name} · ${company.name}`
  }, [name])

  if (!application) {
    if (!error) return <DetailSkeleton what="the application" />
    const { status, detail } = parseApiError(error)
    if (status !== 404 && status !== 400) return <ErrorState text={detail} onRetry={refetch} />
    return (
      <EmptyState
        seed="gone"
        title="There is no such application"
        text="It may have been deleted."
        action={<ButtonLink to={list}>Back to the list</ButtonLink>}
      />
    )
  }

  return (
    <>
      <NeighbourLinks id={id} address={address} />
      <PageHeading
        title={name}
        text={
          <span className="flex flex-wrap items-center gap-2">
            <ApplicationStatusBadge status={application.status} />
            {application.cohort_name}
          </span>
        }
        actions={
          <>
            <Button variant="quiet" onClick={() => setDialog('delete')}>
              Delete
            </Button>
            <Button onClick={() => setDialog('status')}>Change status</Button>
          </>
        }
      />
      <UndoStrip change={change} onDone={() => setChange(undefined)} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <ApplicantFacts application={application} />
          <StatusHistory history={application.history} />
        </div>
        <ResumePanel
          resume={application.resume}
          resumeKey={`application ${id}`}
          fetchResume={async () => fileFromResponse(await api.applications.resume({ id }))}
        />
      </div>
      {dialog === 'status' && (
        <ChangeStatusDialog application={application} onClose={close} onChanged={setChange} />
      )}
      <DeleteApplicationDialog
        application={dialog === 'delete' ? application : undefined}
        onClose={close}
        onDeleted={() => {
          setDialog('deleted')
          navigate(list, { replace: true })
        }}
      />
    </>
  )
}
