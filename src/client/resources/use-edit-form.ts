import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { parseApiError } from '../api/errors.ts'
import { useCallForm } from '../forms/use-call-form.ts'
import { isDeepEqual } from './use-save.ts'

export type EditOptions<Row, Values extends FieldValues> = {
  /** The row to edit; undefined for a new one. */
  row: Row | undefined
  /** The initial values of the fields. */
  valuesOf: (row: Row | undefined) => Values
  /**
   * Creates or updates the row. Send the `updated_at` of `seen` as `expected_updated_at`, so that nobody overwrites a
   * change that somebody else has saved since.
   * @param seen the version that was edited; undefined for a new row
   * @param initial the values that the form was last filled with
   */
  save: (values: Values, seen: Row | undefined, initial: Values) => Promise<Row>
}

/** Gives the props of a field. */
export type EditField<Values extends FieldValues> = ReturnType<
  typeof useEditForm<unknown, Values>
>['field']

/** The form that edits a row. It keeps its values and reports `conflict` after somebody else has changed the row. */
export function useEditForm<Row, Values extends FieldValues>(
  { row, valuesOf, save }: EditOptions<Row, Values>,
  onSaved: (saved: Row) => void,
) {
  const client = useQueryClient()
  const seen = useRef(row)
  const initial = useRef(valuesOf(row))
  const [theirs, setTheirs] = useState<Row>()
  const form = useCallForm<Values>(valuesOf(row) as DefaultValues<Values>, async (values) => {
    setTheirs(undefined)
    try {
      onSaved(await save(values, seen.current, initial.current))
    } catch (error) {
      const { current } = parseApiError(error)
      if (current) {
        setTheirs(current as Row)
        // The page behind the form is stale as well.
        client.invalidateQueries()
      }
      throw error
    }
  })

  /** Shows a version of the row, which is edited from then on. */
  function load(version: Row) {
    seen.current = version
    initial.current = valuesOf(version)
    form.reset(initial.current)
    form.setProblem(undefined)
    setTheirs(undefined)
  }

  return {
    form,
    load,
    field: (name: Path<Values>) => ({ ...form.register(name), error: form.errorOf(name) }),
    /** The change that somebody else has saved, and the two ways to resolve the conflict. */
    conflict: theirs && {
      text: form.problem,
      loadTheirs: () => load(theirs),
      /** Saves the fields that were changed here, and leaves the others as they are now. */
      saveMine() {
        const next = valuesOf(theirs)
        const typed = form.getValues()
        for (const name of Object.keys(typed) as (keyof Values & string)[]) {
          if (isDeepEqual(typed[name], initial.current[name])) {
            form.setValue(name as unknown as Path<Values>, next[name])
          }
        }
        initial.current = next
        seen.current = theirs
        return form.submit()
      },
    },
  }
}
