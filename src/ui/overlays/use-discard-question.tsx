import { useRef, useState } from 'react'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardOptions = {
  /** Whether something was typed that would be lost. */
  isDirty: boolean
  isBusy: boolean
  /** Gives up what was typed. Where another page was asked for, that opens by itself. */
  onDiscard: () => void
}

/** Asks before what was typed is lost: when `ask` is called, and when another page is asked for. Render `question`. */
export function useDiscardQuestion({ isDirty, isBusy, onDiscard }: DiscardOptions) {
  const [isAsking, setIsAsking] = useState(false)
  const isDiscarded = useRef(false)
  const blocker = useLeaveGuard({
    isFilled: isDirty,
    isSending: isBusy,
    isUnderWay: () => false,
  })
  const isHeld = blocker.state === 'blocked'

  function keep() {
    setIsAsking(false)
    if (isHeld && !isDiscarded.current) blocker.reset()
  }

  function discard() {
    isDiscarded.current = true
    if (isHeld) blocker.proceed()
    onDiscard()
  }

  const question = (
    <ConfirmDialog
      isOpen={isAsking || isHeld}
      onClose={keep}
      title="Discard what you typed?"
      text="Nothing of it has been saved."
      confirmLabel="Discard"
      isDanger
      onConfirm={discard}
    />
  )
  return { ask: () => setIsAsking(true), question }
}
