import { useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatCount } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { ChoiceButtons } from '#ui/choice-buttons.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { Application } from '../../contract.ts'
import type { Funnel } from '../../funnel-contract.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  applicationStatusLabels,
} from '../../validation.ts'
import { decisionShortcuts, useApplicationStatus } from '../application-status.ts'
import { ApplicationStatusDialog } from '../application-status-dialog.tsx'
import { BoardCard } from './board-card.tsx'
import { BoardColumn, type ColumnHandle } from './board-column.tsx'
import { useCardDrag } from './use-card-drag.ts'

type Moved = Pick<Application, 'status' | 'updated_at'>

/** The applications of a cohort in a column for each status, moved by dragging, by keys or by their menus. */
export function Board({ funnel }: { funnel: Funnel }) {
  const { strip, show } = useUndoStrip(<BoardHint />)
  const { changeStatus, changeShown } = useApplicationStatus(show)
  const columns = useRef(new Map<ApplicationStatus, ColumnHandle>())
  /** The column that is shown on a phone, and that the keys are for. */
  const [kept, setKept] = useKeptState<ApplicationStatus | undefined>(
    `column of cohort ${funnel.id}`,
    undefined,
  )
  const column = kept ?? 'PENDING'
  const setColumn = (status: ApplicationStatus) => setKept(() => status)
  const isBack = useNavigationType() === 'POP'
  /** Whether an application leads back here, as to its row in a list. */
  const isLedBack = Boolean((useLocation().state as { row?: string } | null)?.row)
  const [returnsTo] = useState(isBack || isLedBack ? kept : undefined)
  const [noting, setNoting] = useState<Application>()
  /** What is on its way to another column. */
  const [moving, setMoving] = useState<ReadonlySet<number>>(new Set())
  /** The last move of each card, with the application as it was after it. */
  const moves = useRef(new Map<number, Promise<Moved>>())

  /** Moves a card. One that is on its way follows the move before: it goes on from where that one leads. */
  async function move(application: Application, status: ApplicationStatus) {
    if (status === application.status) return
    const { id } = application
    const moved = moveOn(application, status, moves.current.get(id))
    moves.current.set(id, moved)
    setMoving((now) => new Set(now).add(id))
    await moved
    if (moves.current.get(id) !== moved) return
    setMoving((now) => new Set([...now].filter((one) => one !== id)))
  }

  async function moveOn(
    seen: Application,
    status: ApplicationStatus,
    before: Promise<Moved> | undefined,
  ): Promise<Moved> {
    const own = await before
    // A drag may have begun before the answer, and a card is shown as it was until its column is read again.
    const latest = own && own.updated_at >= seen.updated_at ? { ...seen, ...own } : seen
    if (status === latest.status) return latest
    return (await changeStatus(latest, status)) ?? latest
  }

  /** What a key decides. It is meant for the card that has the focus once the one that leaves has left. */
  function decide(status: ApplicationStatus | undefined) {
    const application = handle()?.current()
    if (!application || !status) return
    if (!moving.has(application.id) && application.status === column) {
      return void move(application, status)
    }
    const message = `${fullName(application)} is leaving this column. Press again for the next card.`
    notify({ type: 'info', message })
  }

  const { drag, board, dragProps } = useCardDrag(move)
  const handle = () => columns.current.get(column)
  const beside = (by: 1 | -1) => applicationStatuses[applicationStatuses.indexOf(column) + by]

  function goBeside(by: 1 | -1) {
    const here = applicationStatuses.indexOf(column)
    const onSide =
      by === 1
        ? applicationStatuses.slice(here + 1)
        : applicationStatuses.slice(0, here).toReversed()
    const next = onSide.find((status) =>
      funnel.statuses.some((one) => one.status === status && one.count > 0),
    )
    if (!next) return
    setColumn(next)
    columns.current.get(next)?.focus()
  }

  useShortcuts([
    { key: 'j', canRepeat: true, does: 'Go to the next card', run: () => handle()?.step(1) },
    { key: 'k', canRepeat: true, does: 'Go to the card before', run: () => handle()?.step(-1) },
    {
      key: 'l',
      does: 'Go to the next column',
      withShift: 'Move the card to the next column',
      run: ({ isShifted }) => (isShifted ? decide(beside(1)) : goBeside(1)),
    },
    {
      key: 'h',
      does: 'Go to the column before',
      withShift: 'Move the card to the column before',
      run: ({ isShifted }) => (isShifted ? decide(beside(-1)) : goBeside(-1)),
    },
    ...decisionShortcuts('the applicant', decide),
    { key: 'Enter', does: 'Open the application' },
  ])

  return (
    <>
      {strip}
      <ChoiceButtons
        legend="Column"
        choices={funnel.statuses.map(({ status, count }) => ({
          value: status,
          label: `${applicationStatusLabels[status]} ${formatCount(count)}`,
        }))}
        chosen={column}
        onChoose={setColumn}
        className="mb-3 flex flex-wrap gap-1.5 md:hidden print:hidden"
      />
      <section
        ref={board}
        aria-label="Board"
        className="relative grid gap-1.5 md:auto-cols-[minmax(9.125rem,1fr)] md:grid-flow-col md:overflow-x-auto md:pb-2 print:auto-cols-[minmax(0,1fr)] print:grid-flow-col print:gap-1"
      >
        {applicationStatuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            moving={moving}
            dragProps={dragProps}
            cohort={funnel.id}
            isChosen={status === column}
            restored={returnsTo && (status === returnsTo ? 'focused' : 'scrolled')}
            isTarget={drag?.over === status && drag.application.status !== status}
            dragged={drag?.application.id}
            onFocus={() => setColumn(status)}
            onMove={move}
            onNote={setNoting}
            ref={(made) => {
              if (made) columns.current.set(status, made)
              else columns.current.delete(status)
            }}
          />
        ))}
      </section>
      {drag && (
        <div
          aria-hidden="true"
          style={{ left: drag.x, top: drag.y, width: drag.width }}
          className="pointer-events-none fixed z-30 rotate-2 rounded bg-raised shadow-high"
        >
          <BoardCard application={drag.application} tabIndex={-1} />
        </div>
      )}
      {noting && (
        <ApplicationStatusDialog
          application={noting}
          onClose={() => setNoting(undefined)}
          change={changeShown}
        />
      )}
    </>
  )
}

const BoardHint = () => (
  <p className="flex min-h-11 items-center text-muted text-sm print:hidden">
    <span className="max-md:hidden">
      Who applied first comes first. Drag a card, or press ? for the keys.
    </span>
    <span className="md:hidden">Who applied first comes first.</span>
  </p>
)
