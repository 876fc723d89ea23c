import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { parseApiError } from '../api/errors.ts'
import { type UndoableBatch, useBatchUndo } from './use-batch-undo.tsx'

/** A change that was made. Without `undo` or `batch` it can't be undone any more. */
export type UndoableChange = {
  /** The change: 'Aline Uwase: Pending → Accepted'. */
  text: string
  /** @returns what is shown in place of the change */
  undo?: () => Promise<string>
  batch?: UndoableBatch
}

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
    setIsBusy(true)
    try {
      const text = batch ? await batchUndo.undo(batch) : ((await one?.()) ?? '')
      setChange({ text })
    } catch (error) {
      setChange({ text: notUndone(error) })
    }
    setIsBusy(false)
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

type UndoStripProps = {
  change: Pick<UndoableChange, 'text' | 'undo'> | undefined
  onDone: () => void
}

/** The same for changes that the caller keeps, such as one after the other. */
export function UndoStrip({ change, onDone }: UndoStripProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  useShortcuts([undoKey(() => change && undo(change))])

  async function undo(taken: NonNullable<typeof change>) {
    if (isRunning.current || !taken.undo) return
    isRunning.current = true
    setIsBusy(true)
    try {
      notify({ type: 'success', message: await taken.undo() })
      onDone()
    } catch (error) {
      notify({ type: 'error', message: notUndone(error) })
      // Without a connection it can be tried again.
      if (parseApiError(error).status !== null) onDone()
    }
    isRunning.current = false
    setIsBusy(false)
  }

  return (
    <div role="status" className={change && 'mb-4'}>
      {change && (
        <Strip text={change.text} isBusy={isBusy} onUndo={() => undo(change)} onClose={onDone} />
      )}
    </div>
  )
}

const undoKey = (undo: () => unknown) => ({
  ...{ key: 'z', does: 'Undo the last change' },
  run: () => void undo(),
})

const notUndone = (error: unknown) => `This could not be undone. ${parseApiError(error).detail}`

type StripProps = {
  text: string
  isBusy: boolean
  onUndo: (() => void) | undefined
  onClose: () => void
}

function Strip({ text, isBusy, onUndo, onClose }: StripProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded bg-mist py-0.5 pr-1 pl-4 text-sm">
      <p className="min-w-0 grow wrap-anywhere">{text}</p>
      {onUndo && (
        <Button variant="secondary" size="sm" isBusy={isBusy} onClick={onUndo}>
          Undo
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label="Close" onClick={onClose}>
        <CrossIcon />
      </Button>
    </div>
  )
}
