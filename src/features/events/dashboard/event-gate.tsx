import { type ReactNode, useEffect } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { company } from '#shared/company.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { StaffEvent } from '../contract.ts'

type EventGateProps = {
  id: number
  /** For a form, which keeps the version that it begins with. */
  isFresh?: boolean
  children: (event: StaffEvent) => ReactNode
}

/** Loads an event for its pages, and says so when it is gone. */
export function EventGate({ id, isFresh, children }: EventGateProps) {
  const read = useRead('events.staffGet', { id }, isFresh ? { staleTime: 0 } : {})
  const { error, refetch } = read
  const event = isFresh && !read.isFetchedAfterMount ? undefined : read.data
  const title = event?.title
  useEffect(() => {
    if (title) document.title = `${title} · ${company.name}`
  }, [title])

  if (event) return children(event)
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">Loading the event...</span>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="mb-8 h-9 w-72 max-w-full" />
        <Skeleton className="h-96 w-full max-w-3xl rounded" />
      </div>
    )
  }
  const { status, detail } = parseApiError(error)
  if (status !== 404 && status !== 400) {
    return <ErrorState text={detail} onRetry={() => void refetch()} />
  }
  return (
    <>
      <h1 className="sr-only">No such event</h1>
      <EmptyState
        seed="no-event"
        title="There is no such event"
        text="It may have been deleted."
        action={<ButtonLink to="/dashboard/events">Back to the list</ButtonLink>}
      />
    </>
  )
}
