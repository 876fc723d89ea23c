import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useController } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ArrowDown, ArrowUp, Plus, X } from '#ui/icons.ts'
import { criteriaMax, criterionHintMax, criterionNameMax } from '../validation.ts'

/** A criterion as it is typed; a new one has no id. */
type CriterionValues = { id?: number; name: string; hint: string }

/** The values of the form of a cohort's criteria. */
export type CriteriaValues = { criteria: CriterionValues[]; is_confirmed: boolean }

const empty: CriterionValues = { name: '', hint: '' }

/** The criteria of a cohort in their order, each with a name and a hint. */
export function CriteriaField({ control }: { control: Control<CriteriaValues> }) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const { field, fieldState } = useController({ control, name: 'criteria' })
  const criteria = field.value
  const error = fieldState.error?.message

  const change = (next: readonly CriterionValues[]) => field.onChange(next)
  const replace = (index: number, changes: Partial<CriterionValues>) =>
    change(criteria.map((one, at) => (at === index ? { ...one, ...changes } : one)))

  /** Changes the rows, then gives the focus to a field or a button of one. */
  function changeRows(next: readonly CriterionValues[], row: number, selector: string) {
    flushSync(() => change(next))
    const rows = list.current?.children
    const target = rows?.[Math.min(row, rows.length - 1)]?.querySelector<HTMLElement>(selector)
    target?.focus()
  }

  function move(index: number, by: 1 | -1) {
    const other = criteria[index + by]
    const one = criteria[index]
    if (!one || !other) return
    const next = criteria.with(index, other).with(index + by, one)
    changeRows(next, index + by, `[data-move="${by}"]`)
  }

  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex flex-col gap-3">
      <legend className="sr-only">Criteria</legend>
      <ol ref={list} className="flex flex-col gap-3">
        {criteria.map((one, index) => {
          const name = one.name.trim() || `criterion ${index + 1}`
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields show what their place has
              key={index}
              className="flex flex-wrap items-end gap-3 rounded bg-raised p-4 shadow-low"
            >
              <TextField
                label={`${index + 1}. Name`}
                className="min-w-44 grow basis-44"
                maxLength={criterionNameMax}
                value={one.name}
                ref={index === 0 ? field.ref : undefined}
                aria-invalid={error ? true : undefined}
                onBlur={field.onBlur}
                onChange={(event) => replace(index, { name: event.target.value })}
              />
              <TextField
                label="Hint"
                className="min-w-44 grow-[2] basis-60"
                placeholder="What a 4 looks like"
                maxLength={criterionHintMax}
                value={one.hint}
                onBlur={field.onBlur}
                onChange={(event) => replace(index, { hint: event.target.value })}
              />
              <div className="ml-auto flex">
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    variant="quiet"
                    size="icon"
                    data-move={by}
                    aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
                    aria-disabled={!criteria[index + by]}
                    onClick={() => move(index, by)}
                  >
                    {by < 0 ? (
                      <ArrowUp aria-hidden="true" className="size-5" />
                    ) : (
                      <ArrowDown aria-hidden="true" className="size-5" />
                    )}
                  </Button>
                ))}
                <Button
                  variant="quiet"
                  size="icon"
                  data-remove=""
                  aria-label={`Take out ${name}`}
                  onClick={() =>
                    changeRows(
                      criteria.filter((_, at) => at !== index),
                      index,
                      '[data-remove]',
                    )
                  }
                >
                  <X aria-hidden="true" className="size-5" />
                </Button>
              </div>
            </li>
          )
        })}
      </ol>
      {criteria.length === 0 && (
        <p className="rounded bg-sand px-4 py-6 text-center text-muted">
          There are no criteria, so nobody scores the applications of this cohort.
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {criteria.length < criteriaMax && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => changeRows([...criteria, empty], criteria.length, 'input')}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add a criterion
        </Button>
      )}
    </fieldset>
  )
}
