import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Badge } from '#ui/badge.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import { slotHours, slotTime } from '../slot-time.ts'
import type { Booked, Slot } from '../slots-contract.ts'
import { bookLabel, closedLabels, outcomeLooks, outcomeRow, useOutcome } from './interview-state.ts'
import { useHasBegun } from './use-has-begun.ts'

/** What a row of the agenda opens. */
export type SlotAction =
  | { dialog: 'edit' | 'fill'; slot: Slot }
  | { dialog: 'cancel'; slots: readonly Slot[] }
  | { dialog: 'move' | 'unbook' | 'note'; slot: Slot; booked: Booked }

type SlotRowProps = {
  slot: Slot
  onAction: (action: SlotAction) => void
  show: ShowChange
}

/** A time of the agenda: who interviews whom, and where. */
export function SlotRow({ slot, onAction, show }: SlotRowProps) {
  const { booked, capacity, panel_names, place, link, cohort_name } = slot
  const hasBegun = useHasBegun(slot)
  const free = capacity - booked.length
  // The menu of a time for one applicant has what concerns the applicant, too.
  const single = capacity === 1 ? booked[0] : undefined
  const itemsOf = (one: Booked) => (
    <PersonItems
      booked={one}
      hasBegun={hasBegun}
      onAction={(dialog) => onAction({ dialog, slot, booked: one })}
    />
  )
  return (
    <li
      data-row-id={slot.id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1 px-4 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_2rem]"
    >
      <p className="min-h-8 content-center font-semibold tabular-nums">{slotHours(slot)}</p>
      <div
        data-main-cell={booked.length === 0 ? '' : undefined}
        data-row-menu
        className="max-sm:-my-1 sm:order-last print:hidden"
      >
        {(!hasBegun || single) && (
          <RowMenu name={single ? fullName(single) : slotTime(slot)}>
            {single && itemsOf(single)}
            {!hasBegun && (
              <>
                {single && <MenuSeparator />}
                {free > 0 && (
                  <MenuItem onSelect={() => onAction({ dialog: 'fill', slot })}>
                    Book somebody
                  </MenuItem>
                )}
                <MenuItem onSelect={() => onAction({ dialog: 'edit', slot })}>
                  Edit the time
                </MenuItem>
                <MenuItem onSelect={() => onAction({ dialog: 'cancel', slots: [slot] })} isDanger>
                  {booked.length > 0 ? 'Cancel the time' : 'Delete the time'}
                </MenuItem>
              </>
            )}
          </RowMenu>
        )}
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <ul className="grid gap-1">
          {booked.map((one) => (
            <BookedRow
              key={one.id}
              booked={one}
              hasBegun={hasBegun}
              show={show}
              onNote={() => onAction({ dialog: 'note', slot, booked: one })}
              menu={!single && <RowMenu name={fullName(one)}>{itemsOf(one)}</RowMenu>}
            />
          ))}
        </ul>
        {free > 0 && (
          <p className="min-h-8 content-center text-muted">
            {hasBegun ? 'Nobody' : free === 1 ? 'Free' : `${free} places free`}
            {hasBegun && booked.length > 0 && ' else'}
          </p>
        )}
      </div>
      <p className="wrap-anywhere col-span-2 min-h-8 content-center text-muted text-sm sm:col-span-1">
        {[cohort_name, place, panel_names.join(', ')].filter(Boolean).join(' · ')}
        {link && (
          <>
            {' · '}
            <a
              href={link}
              rel="noreferrer"
              className="font-medium text-primary underline underline-offset-4"
            >
              {new URL(link).host}
            </a>
          </>
        )}
      </p>
    </li>
  )
}

type PersonItemsProps = {
  booked: Booked
  hasBegun: boolean
  onAction: (dialog: 'move' | 'unbook' | 'note') => void
}

/** What is done with whoever has booked a time. */
function PersonItems({ booked, hasBegun, onAction }: PersonItemsProps) {
  const label = bookLabel(booked.status, booked.state, hasBegun)
  return (
    <>
      {label && <MenuItem onSelect={() => onAction('move')}>{label}</MenuItem>}
      <MenuItem onSelect={() => onAction('note')}>Note</MenuItem>
      {!hasBegun && (
        <MenuItem onSelect={() => onAction('unbook')} isDanger>
          Cancel the interview
        </MenuItem>
      )}
    </>
  )
}

type BookedRowProps = {
  booked: Booked
  hasBegun: boolean
  onNote: () => void
  menu: ReactNode
  show: ShowChange
}

function BookedRow({ booked, hasBegun, onNote, menu, show }: BookedRowProps) {
  const { changeStatus } = useOutcome(show)
  const name = fullName(booked)
  const row = outcomeRow(booked)
  const gone = closedLabels[booked.status]
  return (
    <li data-main-cell="" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={`/dashboard/applications/${booked.id}`}
        className="wrap-anywhere inline-block min-h-8 content-center font-semibold underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      {gone && <Badge tone="error">{gone}</Badge>}
      {hasBegun && (
        <StatusMenu
          looks={outcomeLooks}
          status={row.status}
          name={name}
          onSelect={(status) => void changeStatus(row, status)}
        >
          <MenuItem onSelect={onNote}>Change with a note</MenuItem>
        </StatusMenu>
      )}
      {menu}
      {booked.note && (
        <p className="wrap-anywhere w-full whitespace-pre-line text-sm">{booked.note}</p>
      )}
    </li>
  )
}
