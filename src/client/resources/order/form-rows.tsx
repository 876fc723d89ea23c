import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { Plus } from '#ui/icons.ts'
import { SkipLink, SkipTarget } from '#ui/skip-link.tsx'
import { OrderedRows } from './ordered-rows.tsx'

type FormRowsProps<Row> = {
  /** What the rows are, as a heading. */
  label: string
  rows: readonly Row[]
  /** Replaces the rows in the form's values. */
  setRows: (rows: Row[]) => void
  /** A row in a sentence: 'line 2' or 'LinkedIn'. */
  rowName: (row: Row, index: number) => string
  /** The button that adds a row, and the row that it adds; undefined when there is no room for more. */
  add: { label: string; row: Row | undefined }
  /** Shown in place of the rows when there are none. */
  empty: string
  error: string | undefined
  /** The fields of a row. */
  children: (index: number) => ReactNode
}

/**
 * A list within a form: rows of fields, which are added, removed and put in order. It does without `useFieldArray`,
 * which every page with a form would load.
 */
export function FormRows<Row>(props: FormRowsProps<Row>) {
  const { label, rows, setRows, rowName, add, empty, error, children } = props
  const keys = useKeys(rows.length)
  const endId = useId()
  const keyed = rows.map((row, index) => ({ id: keys.current[index] ?? index, row }))
  const indexOf = (id: number) => keys.current.indexOf(id)

  function moveTo(id: number, place: number) {
    const index = indexOf(id)
    const row = rows[index]
    if (row === undefined) return
    keys.current = keys.current.toSpliced(index, 1).toSpliced(place, 0, id)
    setRows(rows.toSpliced(index, 1).toSpliced(place, 0, row))
  }

  /** Goes on where the removed row was. */
  function remove(index: number, list: HTMLElement | null) {
    keys.current = keys.current.toSpliced(index, 1)
    flushSync(() => setRows(rows.toSpliced(index, 1)))
    const left = list?.querySelectorAll<HTMLElement>('[data-row-id]') ?? []
    const beside = left[Math.min(index, left.length - 1)]
    const next = beside ?? list?.querySelector<HTMLElement>('[data-add]')
    next?.focus()
  }

  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <h2 className="text-lg">{label}</h2>
      {rows.length === 0 && <p className="text-muted">{empty}</p>}
      {rows.length > 0 && <SkipLink to={endId}>Skip these rows</SkipLink>}
      {rows.length > 0 && (
        <OrderedRows
          rows={keyed}
          rowName={({ id, row }) => rowName(row, indexOf(id))}
          moveTo={moveTo}
          menu={({ id, row }) => (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${rowName(row, indexOf(id))}`}
              onClick={({ currentTarget }) => remove(indexOf(id), currentTarget.closest('section'))}
            >
              <CrossIcon />
            </Button>
          )}
        >
          {(_, index) => children(index)}
        </OrderedRows>
      )}
      <SkipTarget id={endId}>End of the rows</SkipTarget>
      <FieldError id={`${label}-error`}>{error}</FieldError>
      {add.row !== undefined && (
        <Button
          data-add
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => add.row !== undefined && setRows([...rows, add.row])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {add.label}
        </Button>
      )}
    </section>
  )
}

/** A key for each row, which it keeps when it is moved. */
function useKeys(count: number) {
  const keys = useRef<number[]>([])
  const last = useRef(0)
  while (keys.current.length < count) {
    last.current += 1
    keys.current.push(last.current)
  }
  if (keys.current.length > count) keys.current.length = count
  return keys
}
