import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { parseApiError } from '../api/errors.ts'
import { useCallForm } from '../forms/use-call-form.ts'

export type EditOptions<Row, Values extends FieldValues> = {
  /** The row to change; undefined makes a new one. */
  row: Row | undefined
  /** What the fields begin with. */
  valuesOf: (row: Row | undefined) => Values
  /**
   * Creates the row, or changes it. Send the `updated_at` of `seen` along as `expected_updated_at`, so that nobody
   * overwrites what somebody else has saved in between.
   * @param seen the version that the values were made of; undefined for a new row
   */
  save: (values: Values, seen: Row | undefined) => Promise<Row>
}

/** The fields of an edit, as the components of a form take them. */
export type EditField<Values extends FieldValues> = ReturnType<
  typeof useEditForm<unknown, Values>
>['field']

/** The form that edits a row. When somebody else has changed the row in between, it keeps what was typed and asks. */
export function useEditForm<Row, Values extends FieldValues>(
  { row, valuesOf, save }: EditOptions<Row, Values>,
  onSaved: (saved: Row) => void,
) {
  const client = useQueryClient()
  const seen = useRef(row)
  const [theirs, setTheirs] = useState<Row>()
  const form = useCallForm<Values>(valuesOf(row) as DefaultValues<Values>, async (values) => {
    setTheirs(undefined)
    try {
      onSaved(await save(values, seen.current))
    } catch (error) {
      const { current } = parseApiError(error)
      if (current) {
        setTheirs(current as Row)
        // What shows behind the form is old as well.
        client.invalidateQueries()
      }
      throw error
    }
  })

  return {
    form,
    field: (name: Path<Values>) => ({ ...form.register(name), error: form.errorOf(name) }),
    /** What somebody else has saved in between, and the two ways out. */
    conflict: theirs && {
      text: form.problem,
      loadTheirs() {
        seen.current = theirs
        form.reset(valuesOf(theirs))
        form.setProblem(undefined)
        setTheirs(undefined)
      },
      saveMine() {
        seen.current = theirs
        return form.submit()
      },
    },
  }
}
