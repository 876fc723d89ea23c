import { useEffect, useRef, useState } from 'react'
import { useCompany } from '#client/use-company.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { focusIfLost } from '#ui/focus-if-lost.ts'
import type { Cohort } from '../contract.ts'
import { CohortCard } from './cohort-card.tsx'
import { byDeadline } from './registration.ts'
import { type CohortsState, cohortsPageSize } from './use-cohorts.ts'

/** Lists with more items than this show a message at their end. */
const viewedAllFrom = 10
/** The first cohort of the last page, to which a press without React leads. */
const newId = 'more'

type CohortListProps = CohortsState & {
  now: Date
  selectedId: number | undefined
  onSelect: (cohort: Cohort) => void
  /** The form that asks for more cohorts before React is there. */
  moreFormId: string
  loadMore: () => void
  reload: () => void
}

/** The cohorts, loaded page by page, with placeholders and messages for loading, empty and failed lists. */
export function CohortList(props: CohortListProps) {
  const { cohorts, status, now, selectedId, onSelect, reload } = props
  if (props.page === 0 && status === 'failed') {
    return <QuietFailure what="The cohorts" onRetry={reload} />
  }
  if (props.page === 0) {
    return (
      <>
        <CohortSkeletons />
        <noscript>
          <p>
            The cohorts could not be loaded. <a href="/cohort-application">Try again</a>
          </p>
        </noscript>
      </>
    )
  }
  if (cohorts.length === 0) return <NoCohorts />
  return (
    <>
      <ul className="grid gap-6 lg:grid-cols-2">
        {byDeadline(cohorts).map((cohort, index) => (
          <li
            key={cohort.id}
            id={index === (props.page - 1) * cohortsPageSize && index > 0 ? newId : undefined}
            className="min-w-0"
          >
            <CohortCard
              cohort={cohort}
              now={now}
              isSelected={cohort.id === selectedId}
              onSelect={() => onSelect(cohort)}
            />
          </li>
        ))}
      </ul>
      <CohortsShown {...props} />
    </>
  )
}

/** The number of cohorts shown, and the button to load more. */
function CohortsShown({
  cohorts,
  totalItems,
  totalPages,
  page,
  status,
  moreFormId,
  loadMore,
}: CohortListProps) {
  const isLastPage = page >= totalPages
  const line = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const hasFailed = hasAsked && status === 'failed'

  // The button disappears with the last page, so the focus moves to the message.
  useEffect(() => {
    if (isLastPage && hasAsked) focusIfLost(line.current)
  }, [isLastPage, hasAsked])

  // After a failed request, the button replaces the retry button that had the focus.
  useEffect(() => {
    if (hasAsked && !hasFailed) focusIfLost(button.current)
  }, [hasAsked, hasFailed])

  return (
    <div className="mt-8 flex flex-col items-center gap-4 text-center">
      <div ref={line} role="status" tabIndex={-1} className="text-muted text-sm">
        <p>{`Showing ${cohorts.length} of ${totalItems} cohorts`}</p>
        <p>{`Page ${page} of ${totalPages}`}</p>
        {isLastPage && totalItems > viewedAllFrom && (
          <p className="mt-2 font-semibold text-success">✓ You've viewed all available cohorts</p>
        )}
      </div>
      {hasFailed && <QuietFailure what="More cohorts" onRetry={loadMore} isAsked />}
      {!isLastPage && !hasFailed && (
        <Button
          ref={button}
          variant="secondary"
          isBusy={status === 'loading'}
          busyLabel="Loading More..."
          type="submit"
          form={moreFormId}
          name="page"
          value={page + 1}
          formAction={`#${newId}`}
          onClick={() => {
            setHasAsked(true)
            loadMore()
          }}
        >
          Load More Cohorts
        </Button>
      )}
    </div>
  )
}

function CohortSkeletons() {
  return (
    <div role="status" aria-busy="true" data-hydrates="near" className="noscript:hidden">
      <span className="sr-only">Loading cohorts...</span>
      <div className="grid gap-6 lg:grid-cols-2">
        {['first', 'second'].map((place) => (
          <div key={place} className="overflow-hidden rounded bg-raised shadow-low">
            <Skeleton className="h-6 rounded-none" />
            <div className="p-5 sm:p-7">
              <Skeleton className="h-6 w-3/5" />
              <SkeletonText />
              <Skeleton className="mt-8 h-11 rounded" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function NoCohorts() {
  const { email } = useCompany().contact
  return (
    <EmptyState
      seed="no cohorts"
      title="No cohort is announced yet"
      text="New cohorts are announced here. Write to us, and we tell you when the next one opens."
      action={
        <a href={`mailto:${email}`} className={buttonClass({ variant: 'secondary' })}>
          {email}
        </a>
      }
    />
  )
}
