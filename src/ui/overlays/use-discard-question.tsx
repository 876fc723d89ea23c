import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { loadDialogWindow } from './dialog.tsx'

type DiscardOptions = {
  /** Whether typed values would be lost. */
  isDirty: boolean
  isBusy: boolean
  /** Discards the typed values. A blocked navigation continues without further code. */
  onDiscard: () => void
  /** What is lost, when that is not what was typed. */
  words?: { title: string; text: string; confirmLabel: string }
}

const typed = {
  title: 'Discard what you typed?',
  text: 'Nothing of it has been saved.',
  confirmLabel: 'Discard',
}

/** Asks before typed values, or others that exist nowhere else, are lost: when `ask` is called, and before a navigation. Render `question`. */
export function useDiscardQuestion(options: DiscardOptions) {
  const { isDirty, isBusy, onDiscard, words = typed } = options
  const [isAsking, setIsAsking] = useState(false)
  const isDiscarded = useRef(false)
  const blocker = useLeaveGuard({
    isFilled: isDirty,
    isSending: isBusy,
    isUnderWay: () => false,
  })
  const isHeld = blocker.state === 'blocked'

  useEffect(() => {
    if (isDirty) loadDialogWindow().catch(() => {})
  }, [isDirty])

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
      {...words}
      isDanger
      onConfirm={discard}
    />
  )
  return { ask: () => setIsAsking(true), question }
}
