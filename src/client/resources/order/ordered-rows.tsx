import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { RowId } from '#ui/data-table/selection.ts'
import { ArrowDown, ArrowUp, GripVertical } from '#ui/icons.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { useRowDrag } from './use-row-drag.ts'

type OrderedRowsProps<Row extends { id: RowId }> = {
  rows: readonly Row[]
  rowName: (row: Row) => string
  /** @param place from 0, among the others */
  moveTo: (id: Row['id'], place: number) => void
  /** The menu at the end of a row. */
  menu?: (row: Row) => ReactNode
  /** What a row shows. */
  children: (row: Row, index: number) => ReactNode
}

/** Rows that are dragged by their handles, or moved by buttons or keys. */
export function OrderedRows<Row extends { id: RowId }>(props: OrderedRowsProps<Row>) {
  const { rows, rowName, moveTo, menu, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState('')
  const indexOf = (id: Row['id'] | undefined) => rows.findIndex((row) => row.id === id)
  const { drag, handleProps } = useRowDrag<Row['id']>(list, (id, place) => move(indexOf(id), place))
  const draggedIndex = indexOf(drag?.id)

  /** @param focused gets the focus back: a row that moves in the DOM loses it */
  function move(index: number, place: number, focused?: HTMLElement) {
    const row = rows[index]
    if (!row || place < 0 || place >= rows.length || place === index) return
    flushSync(() => {
      moveTo(row.id, place)
      setMoved(`${rowName(row)} is now number ${place + 1} of ${rows.length}.`)
    })
    requestAnimationFrame(() => {
      focused?.focus()
      focused?.scrollIntoView({ block: 'nearest' })
    })
  }

  useOrderKeys(list, move)

  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol ref={list} className="rounded bg-raised shadow-low">
        {rows.map((row, index) => {
          const name = rowName(row)
          const isDragged = drag?.id === row.id
          return (
            <li
              key={row.id}
              data-row-id={row.id}
              tabIndex={-1}
              style={isDragged ? { transform: `translateY(${drag.byPx}px)` } : undefined}
              className={classNames(
                'relative flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-4 focus-within:marked last:border-b-0',
                isDragged && 'z-10 rounded bg-raised opacity-90 shadow-high',
                drag && !isDragged && lineAt(draggedIndex, drag.place, index),
              )}
            >
              <span
                data-drag-handle
                aria-hidden="true"
                {...handleProps(row.id, index)}
                className={classNames(
                  '-my-2 -ml-2 grid h-12 w-8 shrink-0 touch-none place-items-center text-muted hover:text-text',
                  isDragged ? 'cursor-grabbing' : 'cursor-grab',
                )}
              >
                <GripVertical className="size-5" />
              </span>
              {children(row, index)}
              <div className="ml-auto flex items-center gap-1">
                <MoveButton name={name} to="up" index={index} rows={rows.length} move={move} />
                <MoveButton name={name} to="down" index={index} rows={rows.length} move={move} />
                {menu?.(row)}
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** A line where the dragged row would be dropped: below or above this one. */
function lineAt(dragged: number, place: number, index: number) {
  const placeOfThis = index > dragged ? index - 1 : index
  if (place === dragged) return ''
  if (placeOfThis === place && place < dragged) return 'shadow-[inset_0_3px_var(--color-primary)]'
  if (placeOfThis === place - 1 && place > dragged)
    return 'shadow-[inset_0_-3px_var(--color-primary)]'
  return ''
}

type Move = (index: number, place: number, focused?: HTMLElement) => void

type MoveButtonProps = { name: string; to: 'up' | 'down'; index: number; rows: number; move: Move }

function MoveButton({ name, to, index, rows, move }: MoveButtonProps) {
  const place = to === 'up' ? index - 1 : index + 1
  const Icon = to === 'up' ? ArrowUp : ArrowDown
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Move ${name} ${to}`}
      aria-disabled={place < 0 || place >= rows}
      onClick={({ currentTarget }) => move(index, place, currentTarget)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  )
}

/** The keys of an ordered list: `j` and `k` go on, with Shift they take the row along. */
function useOrderKeys(list: RefObject<HTMLElement | null>, move: Move) {
  function current() {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]
    return { rows, index: rows.findIndex((row) => row.contains(document.activeElement)) }
  }

  function step(by: 1 | -1, isShifted: boolean) {
    const { rows, index } = current()
    if (isShifted) {
      if (index >= 0) move(index, index + by, document.activeElement as HTMLElement)
      return
    }
    const next = rows[index < 0 ? 0 : index + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  useShortcuts([
    {
      key: 'j',
      canRepeat: true,
      does: 'Go to the next row',
      withShift: 'Move the row down',
      run: ({ isShifted }) => step(1, isShifted),
    },
    {
      key: 'k',
      canRepeat: true,
      does: 'Go to the row before',
      withShift: 'Move the row up',
      run: ({ isShifted }) => step(-1, isShifted),
    },
    {
      key: 't',
      does: 'Move the row to the top',
      run() {
        const { index } = current()
        if (index >= 0) move(index, 0, document.activeElement as HTMLElement)
      },
    },
  ])
}
