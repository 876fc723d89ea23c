import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { parseApiError } from '../api/errors.ts'

export type UndoableChange = {
  /** The change: 'Aline Uwase: Pending → Accepted'. */
  text: string
  /** @returns the message of the notification */
  undo: () => Promise<string>
}

type UndoStripProps = { change: UndoableChange | undefined; onDone: () => void }

/** Offers to undo the last change until it is closed. */
export function UndoStrip({ change, onDone }: UndoStripProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  useShortcuts([{ key: 'z', does: 'Undo the last change', run: () => change && void undo(change) }])

  async function undo(taken: UndoableChange) {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      notify({ type: 'success', message: await taken.undo() })
      onDone()
    } catch (error) {
      const { status, detail } = parseApiError(error)
      notify({ type: 'error', message: `This could not be undone. ${detail}` })
      // Without a connection it can be tried again.
      if (status !== null) onDone()
    }
    isRunning.current = false
    setIsBusy(false)
  }

  return (
    <div role="status">
      {change && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-mist py-2 pr-2 pl-4 text-sm">
          <p className="min-w-0 grow wrap-anywhere">{change.text}</p>
          <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => undo(change)}>
            Undo
          </Button>
          <Button variant="quiet" size="icon" aria-label="Keep the change" onClick={onDone}>
            <CrossIcon />
          </Button>
        </div>
      )}
    </div>
  )
}
