import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { parseApiError } from '../api/errors.ts'
import type { UndoableBatch } from './use-batch-undo.tsx'

/** A change that was made. Without `undo` or `batch` it can't be undone any more. */
export type UndoableChange = {
  /** The change: 'Aline Uwase: Pending → Accepted'. */
  text: string
  /** @returns what is shown in place of the change */
  undo?: () => Promise<string>
  /** What else can be done about it. @returns what is shown in place of the change */
  also?: { label: string; run: () => Promise<string> } | undefined
  batch?: UndoableBatch
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

/** The key that undoes a change. */
export const undoKey = (undo: () => unknown) => ({
  key: 'z',
  does: 'Undo the last change',
  run: () => void undo(),
})

export const notUndone = (error: unknown) =>
  `This could not be undone. ${parseApiError(error).detail}`

type StripProps = {
  text: string
  isBusy: boolean
  onUndo: (() => void) | undefined
  also?: { label: string; run: () => void } | undefined
  onClose: () => void
}

/** A change, with the buttons that undo it and close it. */
export function Strip({ text, isBusy, onUndo, also, onClose }: StripProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded bg-mist print:hidden py-0.5 pr-1 pl-4 text-sm">
      <p className="min-w-0 grow basis-48 wrap-anywhere">{text}</p>
      <div className="flex items-center gap-x-4">
        {also && (
          <Button variant="secondary" size="sm" isBusy={isBusy} onClick={also.run}>
            {also.label}
          </Button>
        )}
        {onUndo && (
          <Button variant="secondary" size="sm" isBusy={isBusy} onClick={onUndo}>
            Undo
          </Button>
        )}
        <Button variant="quiet" size="icon" aria-label="Close" onClick={onClose}>
          <CrossIcon />
        </Button>
      </div>
    </div>
  )
}
