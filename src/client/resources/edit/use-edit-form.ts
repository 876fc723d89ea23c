import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { isSameJson } from '#shared/is-same-json.ts'
import { parseApiError } from '../../api/errors.ts'
import { isOutcomeUnknown } from '../../api/outcome.ts'
import { useHasUpload } from '../../forms/uploads.ts'
import { useCallForm } from '../../forms/use-call-form.ts'
import { keepInTab, readFromTab, type TabKey } from '../tab-store.ts'

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
  keptAs?: TabKey
}

/** What was typed, and the version of the row that it changes. */
type Kept<Row, Values> = {
  values: Values
  seen: Row | undefined
  /** Whether it was sent, and not refused: it may have been saved. */
  isSent?: boolean
}

/** Gives the props of a field. */
export type EditField<Values extends FieldValues> = ReturnType<
  typeof useEditForm<unknown, Values>
>['field']

/**
 * The form that edits a row. It keeps its values and reports `conflict` after somebody else has changed the row.
 * @param onSaved gets the row, and whether something was typed while it was being saved: that is in the form still
 */
export function useEditForm<Row, Values extends FieldValues>(
  { row, valuesOf, save, keptAs }: EditOptions<Row, Values>,
  onSaved: (saved: Row, isTypedOn: boolean) => void,
) {
  const client = useQueryClient()
  const [kept] = useState(() => (keptAs ? readFromTab<Kept<Row, Values>>(keptAs) : undefined))
  // An update of the site may have brought fields since.
  const seen = useRef(kept?.seen ? { ...row, ...kept.seen } : row)
  const initial = useRef(valuesOf(seen.current))
  const isSent = useRef(kept?.isSent ?? false)
  const [isRestored, setIsRestored] = useState(kept !== undefined)
  const [theirs, setTheirs] = useState<Row>()
  const form = useCallForm<Values>(initial.current as DefaultValues<Values>, async (values) => {
    setTheirs(undefined)
    const wasSent = isSent.current
    keepSent(true)
    try {
      const saved = await save(values, seen.current, initial.current)
      isSent.current = false
      const typed = typedSince(values)
      if (typed) load(saved, typed)
      onSaved(saved, typed !== undefined)
      if (!typed) forget()
    } catch (error) {
      if (!isOutcomeUnknown(error)) keepSent(wasSent)
      const { status, current } = parseApiError(error)
      if (current) setTheirs(current as Row)
      // What the page shows is stale as well.
      if (status === 409) client.invalidateQueries()
      throw error
    }
  })

  const hasUpload = useHasUpload(form.control)
  const { subscribe, reset } = form
  useEffect(() => {
    if (!keptAs) return
    if (kept) reset({ ...initial.current, ...kept.values }, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const isChanged = !isSameJson(values, initial.current)
        const typed = { values, seen: seen.current, isSent: isSent.current }
        keepInTab(keptAs, isChanged ? typed : undefined)
      },
    })
  }, [keptAs, kept, reset, subscribe])

  /** Keeps nothing of what was typed. */
  function forget() {
    if (keptAs) keepInTab(keptAs, undefined)
  }

  /** Notes with what is kept whether it was sent. What was discarded meanwhile stays so. */
  function keepSent(sent: boolean) {
    isSent.current = sent
    const typed = keptAs && readFromTab<Kept<Row, Values>>(keptAs)
    if (typed) keepInTab(keptAs, { ...typed, isSent: sent })
  }

  /** What was typed after these values were sent. */
  function typedSince(sent: Values): Partial<Values> | undefined {
    const now = form.getValues()
    const typed = Object.keys(sent).filter((name) => !isSameJson(now[name], sent[name]))
    if (typed.length === 0) return undefined
    return Object.fromEntries(typed.map((name) => [name, now[name]])) as Partial<Values>
  }

  /**
   * Shows a version of the row, which is edited from then on.
   * @param typed what stays of the form, and is not saved yet
   */
  function load(version: Row | undefined, typed?: Partial<Values>) {
    seen.current = version
    initial.current = valuesOf(version)
    isSent.current = false
    form.reset(initial.current)
    if (typed) form.reset({ ...initial.current, ...typed }, { keepDefaultValues: true })
    form.setProblem(undefined)
    setTheirs(undefined)
    setIsRestored(false)
  }

  return {
    form: { ...form, isDirty: form.isDirty || hasUpload },
    load,
    forget,
    field: form.field,
    /** What was typed before the page was loaded anew and is back: the props of its notice. */
    restored: isRestored && {
      isSent: kept?.isSent ?? false,
      onDiscard: () => load(row),
      onClose: () => setIsRestored(false),
    },
    /** Whether it was sent and got no answer. */
    isSent: isSent.current,
    /** The row; undefined for a new one until it is saved. */
    edited: row ?? seen.current,
    /** The change that somebody else has saved, and the two ways to resolve the conflict. */
    conflict: theirs && {
      text: form.problem,
      loadTheirs: () => load(theirs),
      /**
       * Saves the fields that were changed here, and leaves the others as they are now.
       * @param submit sends the form, by default without what is around it
       */
      saveMine(submit: () => unknown = form.submit) {
        const next = valuesOf(theirs)
        const typed = form.getValues()
        for (const name of Object.keys(typed) as (keyof Values & string)[]) {
          if (isSameJson(typed[name], initial.current[name])) {
            form.setValue(name as unknown as Path<Values>, next[name])
          }
        }
        initial.current = next
        seen.current = theirs
        return submit()
      },
    },
  }
}
