import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { parseApiError } from '../api/errors.ts'
import { useCallForm } from '../forms/use-call-form.ts'
import { keepUnsaved, readUnsaved, type UnsavedKey } from './unsaved.ts'
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
  /** The name under which the tab keeps what was typed through a reload, until it is saved or discarded. */
  keptAs?: UnsavedKey
}

/** What was typed, and the version of the row that it changes. */
type Kept<Row, Values> = { values: Values; seen: Row | undefined }

/** Gives the props of a field. */
export type EditField<Values extends FieldValues> = ReturnType<
  typeof useEditForm<unknown, Values>
>['field']

/** The form that edits a row. It keeps its values and reports `conflict` after somebody else has changed the row. */
export function useEditForm<Row, Values extends FieldValues>(
  { row, valuesOf, save, keptAs }: EditOptions<Row, Values>,
  onSaved: (saved: Row) => void,
) {
  const client = useQueryClient()
  const [kept] = useState(() => (keptAs ? readUnsaved<Kept<Row, Values>>(keptAs) : undefined))
  const seen = useRef(kept ? kept.seen : row)
  const initial = useRef(valuesOf(seen.current))
  const [theirs, setTheirs] = useState<Row>()
  const form = useCallForm<Values>(initial.current as DefaultValues<Values>, async (values) => {
    setTheirs(undefined)
    try {
      onSaved(await save(values, seen.current, initial.current))
      forget()
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

  const { subscribe, reset } = form
  useEffect(() => {
    if (!keptAs) return
    if (kept) reset(kept.values, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const isChanged = !isDeepEqual(values, initial.current)
        keepUnsaved(keptAs, isChanged ? { values, seen: seen.current } : undefined)
      },
    })
  }, [keptAs, kept, reset, subscribe])

  /** Keeps nothing of what was typed. */
  function forget() {
    if (keptAs) keepUnsaved(keptAs, undefined)
  }

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
    forget,
    field: form.field,
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
