import { Link } from 'react-router'
import type { UndoableChange } from '#client/resources/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Badge } from '#ui/badge.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Booked, Slot } from '../contract.ts'
import { outcomeLooks, outcomeRow, slotHours, slotTime, useOutcome } from './interview-state.ts'

/** What a row of the agenda opens. */
export type SlotAction =
  | { dialog: 'edit' | 'cancel' | 'fill'; slot: Slot }
  | { dialog: 'move' | 'unbook' | 'note'; slot: Slot; booked: Booked }

type SlotRowProps = {
  slot: Slot
  onAction: (action: SlotAction) => void
  show: (change: UndoableChange) => void
}

/** A time of the agenda: who interviews whom, and where. */
export function SlotRow({ slot, onAction, show }: SlotRowProps) {
  const { booked, capacity, panel_names, place, link, cohort_name } = slot
  const hasBegun = Date.parse(slot.starts_at) <= Date.now()
  const free = capacity - booked.length
  return (
    <li
      data-row-id={slot.id}
      className="flex flex-wrap items-start gap-x-5 gap-y-2 px-4 py-3 sm:flex-nowrap"
    >
      <p className="w-full shrink-0 font-semibold tabular-nums sm:w-32">{slotHours(slot)}</p>
      <div className="min-w-0 grow">
        <ul className="grid gap-1.5">
          {booked.map((one) => (
            <BookedRow
              key={one.id}
              {...{ booked: one, hasBegun, show }}
              onAction={(dialog) => onAction({ dialog, slot, booked: one })}
            />
          ))}
        </ul>
        {free > 0 && (
          <p className="text-muted text-sm">
            {hasBegun ? 'Nobody' : free === 1 ? 'Free' : `${free} places free`}
            {hasBegun && booked.length > 0 && ' else'}
          </p>
        )}
        <p className="wrap-anywhere mt-1 text-muted text-sm">
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
      </div>
      {!hasBegun && (
        <RowMenu name={slotTime(slot)}>
          {free > 0 && (
            <MenuItem onSelect={() => onAction({ dialog: 'fill', slot })}>Book somebody</MenuItem>
          )}
          <MenuItem onSelect={() => onAction({ dialog: 'edit', slot })}>Edit</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => onAction({ dialog: 'cancel', slot })} isDanger>
            {booked.length > 0 ? 'Cancel' : 'Delete'}
          </MenuItem>
        </RowMenu>
      )}
    </li>
  )
}

type BookedRowProps = {
  booked: Booked
  hasBegun: boolean
  onAction: (dialog: 'move' | 'unbook' | 'note') => void
  show: (change: UndoableChange) => void
}

const left: Record<string, string> = { REJECTED: 'Rejected', WITHDRAWN: 'Withdrawn' }

function BookedRow({ booked, hasBegun, onAction, show }: BookedRowProps) {
  const { changeStatus } = useOutcome(show)
  const name = fullName(booked)
  const row = outcomeRow(booked)
  const gone = left[booked.status]
  return (
    <li data-main-cell="" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={`/dashboard/applications/${booked.id}`}
        className="wrap-anywhere inline-block min-h-6 content-center font-semibold underline-offset-4 hover:underline"
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
          <MenuItem onSelect={() => onAction('note')}>Change with a note</MenuItem>
        </StatusMenu>
      )}
      <RowMenu name={name}>
        {!hasBegun && <MenuItem onSelect={() => onAction('move')}>Move to another time</MenuItem>}
        <MenuItem onSelect={() => onAction('note')}>Note</MenuItem>
        {!hasBegun && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onAction('unbook')} isDanger>
              Cancel the interview
            </MenuItem>
          </>
        )}
      </RowMenu>
      {booked.note && (
        <p className="wrap-anywhere w-full whitespace-pre-line text-sm">{booked.note}</p>
      )}
    </li>
  )
}
