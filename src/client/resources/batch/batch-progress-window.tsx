import { capitalize, formatCount } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'

type BatchProgressProps = {
  /** What is being done: 'changing 450 applications'. */
  action: string
  progress: { done: number; total: number }
  isCancelling: boolean
  onCancel: () => void
  /** Called before the page is left. */
  onLeave: () => void
}

/** The progress of a batch. Asks before its page is left, because it would go on unseen or end halfway. */
export function BatchProgressWindow(props: BatchProgressProps) {
  const { action, progress, isCancelling, onCancel, onLeave } = props
  const blocker = useLeaveGuard({ isFilled: true, isSending: true, isUnderWay: () => true })
  const isLeaving = blocker.state === 'blocked'

  function leave() {
    onLeave()
    blocker.proceed?.()
  }

  const actions = isLeaving ? (
    <>
      <Button variant="secondary" onClick={leave}>
        Stop and leave
      </Button>
      <Button onClick={() => blocker.reset()}>Stay</Button>
    </>
  ) : (
    <Button variant="secondary" onClick={onCancel} aria-disabled={isCancelling}>
      {isCancelling ? 'Stopping...' : 'Cancel'}
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={isLeaving ? () => blocker.reset() : onCancel}
      title={isLeaving ? `Stop ${action}?` : capitalize(action)}
      actions={actions}
    >
      <ProgressBar
        label={`${formatCount(progress.done)} of ${formatCount(progress.total)} done`}
        value={(progress.done / progress.total) * 100}
      />
      <p className="text-muted text-sm">
        What is done already stays done when you {isLeaving ? 'leave' : 'cancel'}. The others stay
        as they are.
      </p>
    </Dialog>
  )
}
