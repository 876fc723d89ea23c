import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
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
import { DeleteTalentDialog } from './delete-talent-dialog.tsx'
import { fullName } from './labels.ts'
import { TalentStatusBadge } from './status-badge.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TalentFacts } from './talent-facts.tsx'

/** One talent whole: what they told us, and their resume. */
export function TalentDetail({ id }: { id: number }) {
  const { search } = useListAddress()
  const navigate = useNavigate()
  const [deletion, setDeletion] = useState<'asked' | 'done'>()
  // Who is deleted is asked for no more, for as long as the page is still here.
  const { data: talent, error, refetch } = useRead('talents.get', { id }, { enabled: !deletion })
  const list = `/dashboard/talents${search}`

  const name = talent && fullName(talent)
  useEffect(() => {
    if (name) document.title = `${name} · ${company.name}`
  }, [name])

  if (!talent) {
    if (!error) return <DetailSkeleton what="the talent" />
    const { status, detail } = parseApiError(error)
    if (status !== 404 && status !== 400) return <ErrorState text={detail} onRetry={refetch} />
    return (
      <EmptyState
        seed="gone"
        title="There is no such talent"
        text="They may have been deleted."
        action={<ButtonLink to={list}>Back to the list</ButtonLink>}
      />
    )
  }

  return (
    <>
      <Link
        to={list}
        className="mb-4 inline-flex min-h-10 items-center gap-2 font-semibold text-primary text-sm underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the list
      </Link>
      <PageHeading
        title={name}
        text={
          <span className="flex flex-wrap items-center gap-2">
            <TalentStatusBadge status={talent.status} />
            {talent.headline}
          </span>
        }
        actions={
          <>
            <Button variant="quiet" onClick={() => setDeletion('asked')}>
              Delete
            </Button>
            <StatusMenu talent={talent} />
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <TalentFacts talent={talent} />
        <ResumePanel
          resume={talent.resume}
          resumeKey={`talent ${id}`}
          fetchResume={async () => fileFromResponse(await api.talents.resume({ id }))}
        />
      </div>
      <DeleteTalentDialog
        talent={deletion === 'asked' ? talent : undefined}
        onClose={() => setDeletion((now) => (now === 'done' ? now : undefined))}
        onDeleted={() => {
          setDeletion('done')
          navigate(list, { replace: true })
        }}
      />
    </>
  )
}
