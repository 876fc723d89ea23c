import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readOptions, useRead } from '#client/api/queries.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { readId, valuesIn } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { ApplicationDetail } from '../contract.ts'
import { type ApplicationStatus, comparedMax } from '../validation.ts'
import { decisionShortcuts, useApplicationStatus } from './application-status.ts'
import { ComparedApplication, comparedRows } from './compared-application.tsx'

/** Up to four applications side by side, decided on and scored from there. */
export function ApplicationComparison() {
  const listUrl = useListUrl()
  const read = valuesIn(listUrl.get('ids')).flatMap((text) => readId(text) ?? [])
  const ids = [...new Set(read)].slice(0, comparedMax)
  const results = useQueries({ queries: ids.map((id) => readOptions('applications.get', { id })) })
  const scores = useQueries({
    queries: ids.map((id) => readOptions('applicationScores.get', { id })),
  })
  const emails = useRead('statusEmails.sent', undefined)
  // They share their rows: what came later would move all of them.
  const isWaiting = [...results, ...scores, emails].some(({ isFetched }) => !isFetched)
  const grid = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  const current = ids.find((id) => id === chosen) ?? ids[0]
  const { strip, show } = useUndoStrip()
  const { changeStatus } = useApplicationStatus(show)
  const columnOf = (id: number | undefined) =>
    grid.current?.querySelector<HTMLElement>(`[data-compared="${id}"]`)

  function go(by: 1 | -1) {
    const isElsewhere = !columnOf(current)?.contains(document.activeElement)
    const next = ids[ids.indexOf(current ?? 0) + (isElsewhere ? 0 : by)]
    const column = columnOf(next)
    column?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true })
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function decide(application: ApplicationDetail | undefined, status: ApplicationStatus) {
    if (application && application.status !== status) void changeStatus(application, status)
  }

  function takeOut(id: number | undefined) {
    const others = ids.filter((one) => one !== id)
    listUrl.set({ ids: others.join() }, { replace: true })
    requestAnimationFrame(() => columnOf(others[0])?.querySelector<HTMLElement>('h2 a')?.focus())
  }

  useShortcuts(
    ids.length === 0
      ? []
      : [
          { key: 'j', canRepeat: true, does: 'Go to the next applicant', run: () => go(1) },
          { key: 'k', canRepeat: true, does: 'Go to the applicant before', run: () => go(-1) },
          ...decisionShortcuts('the applicant', (status) =>
            decide(results[ids.indexOf(current ?? 0)]?.data, status),
          ),
          { key: 'x', does: 'Take out of the comparison', run: () => takeOut(current) },
          { key: 'Enter', does: 'Open the application' },
        ],
  )

  const list = listUrl.hrefWith({ ids: undefined }).replace(/^[^?]*/, '/dashboard/applications')
  return (
    <>
      <nav aria-label="Applications" className="mb-4">
        <BackLink to={list} />
      </nav>
      <PageHeading title="Compare applications" />
      {strip}
      {ids.length === 0 ? (
        <EmptyState
          seed="compare"
          title="Nobody to compare"
          text={`Select two to ${comparedMax} applications in the list, then press Compare.`}
          action={<ButtonLink to={list}>Back to the list</ButtonLink>}
        />
      ) : (
        <section
          ref={grid}
          aria-label="Side by side"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          style={{ gridTemplateRows: `repeat(${comparedRows}, auto)` }}
          className="relative -mx-gutter grid snap-x snap-mandatory scroll-px-gutter auto-cols-[minmax(min(88%,19rem),1fr)] lg:auto-cols-[minmax(13.5rem,1fr)] grid-flow-col gap-4 overflow-x-auto px-gutter pt-1.5 pb-3"
        >
          {ids.map((id, index) => (
            <ComparedApplication
              key={id}
              id={id}
              show={show}
              nextId={ids[index + 1]}
              application={isWaiting ? undefined : results[index]?.data}
              error={results[index]?.error}
              onRetry={() => results[index]?.refetch()}
              isCurrent={id === current}
              onFocus={() => setChosen(id)}
              onDecide={(status) => decide(results[index]?.data, status)}
              onTakeOut={() => takeOut(id)}
            />
          ))}
        </section>
      )}
    </>
  )
}
