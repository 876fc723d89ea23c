import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { notify } from '../feedback/notify.ts'
import { useIsUnmounted } from '../use-is-unmounted.ts'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The consequences, and whether they can be undone. */
  text: ReactNode
  confirmLabel: string
  isDanger?: boolean
  /**
   * The confirmed action. The dialog is busy until it resolves, then closes; it shows the message of an error, which is
   * notified where its page was left meanwhile.
   */
  onConfirm: () => unknown
}

/** Asks for a confirmation. The dialog can't be closed while `onConfirm` runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, confirmLabel, isDanger = false, onConfirm } = props
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isUnmounted = useIsUnmounted()

  function close() {
    if (isBusy) return
    setError(undefined)
    onClose()
  }

  async function confirm() {
    setIsBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : String(reason)
      if (isUnmounted.current) notify({ type: 'error', message: `${title} ${message}` })
      else setError(message)
    } finally {
      setIsBusy(false)
    }
  }

  const actions = (
    <>
      <Button variant="secondary" onClick={close} aria-disabled={isBusy}>
        Cancel
      </Button>
      <Button variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={confirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      size="sm"
      isOpen={isOpen}
      title={title}
      actions={actions}
      description={text}
      onClose={close}
    >
      <div role="alert">
        {error && (
          <p className="rounded bg-error-soft px-4 py-3 font-medium text-error text-sm">{error}</p>
        )}
      </div>
    </Dialog>
  )
}
