import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type ArrayPath, type Control, type FieldValues, useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { OrderedRows } from './ordered-rows.tsx'

type FormRowsProps<Values extends FieldValues> = {
  /** What the rows are, as a heading. */
  label: string
  control: Control<Values>
  /** The field with the list. */
  name: ArrayPath<Values>
  /** The rows in a sentence: 'Line 2' or 'LinkedIn'. */
  rowName: (index: number) => string
  /** The button that adds a row, and the row that it adds; undefined when there is no room for more. */
  add: { label: string; row: object | undefined }
  /** Shown in place of the rows when there are none. */
  empty: string
  error: string | undefined
  /** The fields of a row. */
  children: (index: number) => ReactNode
}

/** A list within a form: rows of fields, which are added, removed and put in order. */
export function FormRows<Values extends FieldValues>(props: FormRowsProps<Values>) {
  const { label, control, name, rowName, add, empty, error, children } = props
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const indexOf = (id: string) => fields.findIndex((field) => field.id === id)

  /** Goes on where the removed row was. */
  function removeRow(index: number, list: HTMLElement | null) {
    flushSync(() => remove(index))
    const rows = list?.querySelectorAll<HTMLElement>('[data-row-id]') ?? []
    const next = rows[Math.min(index, rows.length - 1)]
    ;(next ?? list?.querySelector<HTMLElement>('[data-add]'))?.focus()
  }

  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <h2 className="text-lg">{label}</h2>
      {fields.length === 0 && <p className="text-muted">{empty}</p>}
      {fields.length > 0 && (
        <OrderedRows
          rows={fields}
          rowName={({ id }) => rowName(indexOf(id))}
          moveTo={(id, place) => move(indexOf(id), place)}
          menu={({ id }) => (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${rowName(indexOf(id))}`}
              onClick={({ currentTarget }) =>
                removeRow(indexOf(id), currentTarget.closest('section'))
              }
            >
              <CrossIcon />
            </Button>
          )}
        >
          {(_, index) => children(index)}
        </OrderedRows>
      )}
      <FieldError id={`${name}-error`}>{error}</FieldError>
      {add.row && (
        <Button
          data-add
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => append(add.row as Parameters<typeof append>[0])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {add.label}
        </Button>
      )}
    </section>
  )
}
