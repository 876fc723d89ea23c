import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { parseApiError } from '../api/errors.ts'
import { notUndone, Strip, type UndoableChange, undoKey } from './undo-strip.tsx'
import { useBatchUndo } from './use-batch-undo.tsx'

/**
 * The one place that tells the last change and undoes it. Render `strip` where it covers nothing.
 * @param idle shown while there is no change, so that the place stays and nothing below it moves
 */
export function useUndoStrip(idle?: ReactNode) {
  const [change, setChange] = useState<UndoableChange>()
  const [isBusy, setIsBusy] = useState(false)
  const batchUndo = useBatchUndo()
  const place = useRef<HTMLDivElement>(null)

  // Takes the focus when what had it is gone: the dialog's button, or the pressed one.
  useEffect(() => {
    if (!change) return
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [change])

  async function undo(chosen: UndoableChange) {
    const { undo: one, batch } = chosen
    setChange(chosen)
    await run(
      async () => ({ text: batch ? await batchUndo.undo(batch) : ((await one?.()) ?? '') }),
      (error) => ({ text: notUndone(error) }),
    )
  }

  /** Shows what a button has done, or why it has not. */
  async function run(
    action: () => Promise<UndoableChange>,
    failed: (error: unknown) => UndoableChange,
  ) {
    setIsBusy(true)
    setChange(await action().catch(failed))
    setIsBusy(false)
  }

  const also = change?.also && {
    label: change.also.label,
    run: () =>
      void run(
        async () => ({ ...change, also: undefined, text: (await change.also?.run()) ?? '' }),
        (error) => ({ ...change, also: undefined, text: parseApiError(error).detail }),
      ),
  }

  function close() {
    setChange(undefined)
    // The list or the page goes on where the strip was.
    const row = document.querySelector<HTMLElement>('[data-main-cell] :is(a, button)')
    ;(row ?? document.querySelector('main'))?.focus()
  }

  const isUndoable = change?.undo !== undefined || change?.batch !== undefined
  useShortcuts(change && isUndoable && !isBusy ? [undoKey(() => undo(change))] : [])
  const strip = (
    <>
      <div
        ref={place}
        role="status"
        tabIndex={-1}
        className={classNames('outline-none', idle || change ? 'mb-2 min-h-11' : '')}
      >
        {change ? (
          <Strip
            text={change.text}
            isBusy={isBusy}
            also={also}
            onUndo={isUndoable ? () => undo(change) : undefined}
            onClose={close}
          />
        ) : (
          idle
        )}
      </div>
      {batchUndo.dialog}
    </>
  )
  return { strip, show: setChange, undo }
}
