import { useQueryClient } from '@tanstack/react-query'
import { parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useReadAll, useWrite } from '#client/api/queries.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { formatCount, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { placedMax } from '../validation.ts'
import { EmailMark } from './status-emails.tsx'
import { WaitingListPlace } from './waiting-list-place.tsx'

type WaitingListBarProps = {
  cohort: number
  /** How many wait. */
  waiting: number
  show: (change: UndoableChange) => void
}

/** How many wait for a spot in a cohort and how many are free, with the button that gives them to the next. */
export function WaitingListBar({ cohort: id, waiting, show }: WaitingListBarProps) {
  const { data, isError, refetch } = useReadAll('cohorts.list', {
    status: 'all',
    ordering: '-start',
  })
  const client = useQueryClient()
  const promote = useWrite('applications.promoteNext')
  const cohort = data?.find((one) => one.id === id)
  if (!data && isError) return <QuietFailure what="The waiting list" onRetry={refetch} />
  if (!data) return <WaitingListPlace />
  if (!cohort) return null
  const free = Math.max(0, cohort.limit - cohort.total_registered)
  const count = Math.min(free, waiting, placedMax)

  async function give(wanted: number) {
    try {
      const { succeeded, batch, notices } = await promote.mutateAsync({
        id,
        count: wanted,
        seen_waiting: waiting,
      })
      const given = succeeded.length
      const verb = given === 1 ? 'has' : 'have'
      show({
        text: [
          `${pluralize(given, 'applicant')} ${verb} a spot in ${cohort?.name} now.`,
          ...(notices ?? []),
        ].join(' '),
        ...(batch !== null && { batch: { id: batch, count: given, noun: 'application' } }),
      })
    } catch (error) {
      const { status, detail } = parseApiError(error)
      // The queue that was shown is not the one that there is.
      if (status === 409) client.invalidateQueries()
      const spot = wanted === 1 ? 'The spot' : 'The spots'
      const verb = wanted === 1 ? 'was not' : 'were not'
      show({ text: `${spot} ${notDone(error, verb)} given. ${detail}`, isFailure: true })
    }
  }

  return (
    <section
      aria-label="Waiting list"
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-sand px-4 py-2 text-sm"
    >
      <p className="min-w-0 grow wrap-anywhere">
        {formatCount(waiting)} {waiting === 1 ? 'waits' : 'wait'} for a spot in{' '}
        <strong>{cohort.name}</strong>, {free === 0 ? 'which is full' : `${free} free`}.
      </p>
      {count > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isBusy={promote.isPending} onClick={() => give(1)}>
            Give the next a spot
            <EmailMark kind="SPOT" cohort={id} keepsPlace />
          </Button>
          {count > 1 && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={promote.isPending}
              onClick={() => give(count)}
            >
              Give the next {count} a spot
              <EmailMark kind="SPOT" cohort={id} keepsPlace />
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
