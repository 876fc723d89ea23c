import { type PointerEvent, type Ref, useImperativeHandle } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { classNames } from '#ui/class-names.ts'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { StatusBadge, statusOptions } from '#ui/status-badge.tsx'
import type { Application } from '../../contract.ts'
import { type ApplicationStatus, applicationStatusLabels } from '../../validation.ts'
import { applicationStatusLooks } from '../application-status.ts'
import { EmailMark } from '../status-emails.tsx'
import { BoardCard, cardStepPx } from './board-card.tsx'
import { statusListPath } from './funnel-steps.tsx'
import { type RestoredColumn, useColumnCards } from './use-column-cards.ts'

/** What the keys of the board do in a column. */
export type ColumnHandle = {
  /** The card that the keys are for, which may be about to leave. */
  current: () => Application | undefined
  step: (by: 1 | -1) => void
  focus: () => void
}

type BoardColumnProps = {
  status: ApplicationStatus
  cohort: number
  /** Whether it is the one that is shown on a phone. */
  isChosen: boolean
  restored: RestoredColumn
  /** Whether a card would be dropped here. */
  isTarget: boolean
  /** The id of the card that is dragged. */
  dragged: number | undefined
  moving: ReadonlySet<number>
  dragProps: (application: Application) => { onPointerDown: (event: PointerEvent) => void }
  onFocus: () => void
  onMove: (application: Application, status: ApplicationStatus) => unknown
  onNote: (application: Application) => void
  ref: Ref<ColumnHandle>
}

/** The applications with one status, who applied first at the top. Only those in sight are loaded and rendered. */
export function BoardColumn(props: BoardColumnProps) {
  const { status, cohort, isChosen, isTarget, dragged, moving, onMove, onNote } = props
  const cards = useColumnCards(cohort, status, props.restored)
  useImperativeHandle(props.ref, () => ({
    current: () => cards.at(cards.active),
    step: (by) => cards.focus(cards.isFocused() ? cards.active + by : cards.active),
    focus: () => cards.focus(cards.active),
  }))
  const label = applicationStatusLabels[status]
  return (
    <section
      aria-label={label}
      data-column={status}
      onFocus={props.onFocus}
      className={classNames(
        'flex min-w-0 flex-col rounded bg-sand p-1',
        isTarget && 'outline-3 outline-primary -outline-offset-3',
        !isChosen && 'not-print:max-md:hidden',
      )}
    >
      <h2 className="mt-0.5 mb-2 flex flex-wrap items-center justify-between gap-x-0.5 px-0.5 text-sm">
        <StatusBadge looks={applicationStatusLooks} status={status} />
        <EmailMark kind={status} cohort={cohort} />
        <Link
          to={statusListPath(cohort, status)}
          aria-label={`${label}: ${cards.total ?? ''} as a list`}
          className="inline-flex min-h-6 min-w-6 items-center justify-end text-muted tabular-nums underline-offset-4 hover:underline"
        >
          {cards.total !== undefined && formatCount(cards.total)}
        </Link>
      </h2>
      <div
        ref={cards.scroller}
        onScroll={cards.look}
        className="-m-1 h-[max(22rem,calc(100dvh-20rem))] overflow-y-auto overscroll-contain p-1"
      >
        {cards.problem ? (
          <ErrorState text={cards.problem} onRetry={cards.retry} />
        ) : (
          <ol style={{ height: (cards.total ?? 1) * cardStepPx }} className="relative">
            {cards.shown.map(({ index, application }) => (
              <li
                key={application?.id ?? `place ${index}`}
                data-index={index}
                aria-setsize={cards.total}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${index * cardStepPx}px)` }}
                onFocus={() => cards.take(index)}
                {...(application && props.dragProps(application))}
                className={classNames(
                  'absolute inset-x-0 top-0 select-none rounded md:cursor-grab',
                  'focus-within:outline-2 focus-within:outline-primary',
                  application &&
                    (dragged === application.id ||
                      moving.has(application.id) ||
                      application.status !== status) &&
                    'opacity-45',
                )}
              >
                {application ? (
                  <BoardCard
                    application={application}
                    tabIndex={index === cards.active ? 0 : -1}
                    menu={<CardMenu application={application} onMove={onMove} onNote={onNote} />}
                  />
                ) : (
                  <Skeleton className="h-25 w-full rounded" />
                )}
              </li>
            ))}
          </ol>
        )}
        {cards.total === 0 && <p className="px-1 py-6 text-center text-muted text-sm">Nobody</p>}
      </div>
    </section>
  )
}

type CardMenuProps = Pick<BoardColumnProps, 'onMove' | 'onNote'> & { application: Application }

const CardMenu = ({ application, onMove, onNote }: CardMenuProps) => (
  <RowMenu name={fullName(application)}>
    {statusOptions(applicationStatusLooks, application.status).map(({ value, label }) => (
      <MenuItem key={value} onSelect={() => void onMove(application, value)}>
        {label}
        <EmailMark kind={value} cohort={application.cohort} />
      </MenuItem>
    ))}
    <MenuSeparator />
    <MenuItem onSelect={() => onNote(application)}>Change with a note</MenuItem>
    <MenuLink
      to={`/dashboard/applications/${application.id}/review?cohort_id=${application.cohort}`}
    >
      Review
    </MenuLink>
  </RowMenu>
)
