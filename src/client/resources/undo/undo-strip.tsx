import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { UndoableBatch } from './use-batch-undo.tsx'

/** A change that was made. Without `undo` or `batch` it can't be undone any more. */
export type UndoableChange = {
  /** The change: 'Aline Uwase: Pending → Accepted'. */
  text: string
  /** Whether it is on its way: it has no buttons then, and the key undoes nothing that was changed before. */
  isPending?: boolean
  /** What somebody may have to do something about: it stays in sight when another change is shown. */
  notices?: readonly string[]
  /** @returns what is shown in place of the change */
  undo?: () => Promise<string>
  /** What else can be done about it. @returns what is shown in place of the change */
  also?: { label: string; run: () => Promise<string> }
  batch?: UndoableBatch
  /** Whether the text says why something was not done. */
  isFailure?: boolean
}

/** Shows a change, or none. With `begun` only while that one or none is shown: what has begun since is the last change. */
export type ShowChange = (change: UndoableChange | undefined, begun?: UndoableChange) => void

type UndoStripProps = {
  change: UndoableChange
  isBusy: boolean
  onUndo: (() => void) | undefined
  also?: { label: string; run: () => void }
  onClose: () => void
}

/** A change, with the buttons that undo it and close it. A key undoes the one that came last. */
export function UndoStrip({ change, isBusy, onUndo, also, onClose }: UndoStripProps) {
  useShortcuts(
    // Taken while it is on its way or being undone as well: an earlier change is not meant.
    onUndo || change.isPending
      ? [{ key: 'z', does: 'Undo the last change', run: () => !isBusy && onUndo?.() }]
      : [],
    change,
  )
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded bg-mist print:hidden py-0.5 pr-1 pl-4 text-sm">
      <p className="min-w-0 grow basis-48 py-1.5 wrap-anywhere">{change.text}</p>
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
        {!change.isPending && (
          <Button variant="quiet" size="icon" aria-label="Close" onClick={onClose}>
            <CrossIcon />
          </Button>
        )}
      </div>
    </div>
  )
}
