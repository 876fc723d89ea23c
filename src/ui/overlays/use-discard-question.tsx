import { useEffect, useRef, useState } from 'react'
import type { Blocker } from 'react-router'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { loadDialogWindow } from './dialog.tsx'

type DiscardWords = { title: string; text: string; confirmLabel: string }

type DiscardOptions = {
  /** Whether typed values would be lost. */
  isDirty: boolean
  isBusy: boolean
  /** Whether they were sent and got no answer: they may have been saved. */
  isSent?: boolean
  /** Discards the typed values. A blocked navigation continues without further code. */
  onDiscard: () => void
  /** Tried before a navigation is questioned. @returns whether nothing would be lost any more */
  save?: () => Promise<boolean>
  /** What is lost, when that is not what was typed. */
  words?: DiscardWords
}

const typed = {
  title: 'Discard what you typed?',
  text: 'Nothing of it has been saved.',
  confirmLabel: 'Discard',
}

const sent = { ...typed, text: 'It may have been saved: please look afterwards.' }

/**
 * Asks before typed values, or others that exist nowhere else, are lost: when `ask` is called, and before a navigation.
 * Render `question`.
 */
export function useDiscardQuestion(options: DiscardOptions) {
  const { isDirty, isBusy, isSent, onDiscard, save, words = isSent ? sent : typed } = options
  const [isAsking, setIsAsking] = useState(false)
  const isDiscarded = useRef(false)
  const blocker = useLeaveGuard({
    isFilled: isDirty,
    isSending: isBusy,
    isUnderWay: () => false,
  })
  const isHeld = useSavedFirst(blocker, save)

  useEffect(() => {
    if (isDirty) loadDialogWindow().catch(() => {})
  }, [isDirty])

  function keep() {
    setIsAsking(false)
    if (blocker.state === 'blocked' && !isDiscarded.current) blocker.reset()
  }

  function discard() {
    isDiscarded.current = true
    if (blocker.state === 'blocked') blocker.proceed()
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

/** Lets a navigation go on once everything is saved. @returns whether it is held because that has failed */
function useSavedFirst(blocker: Blocker, save: DiscardOptions['save']) {
  const [isFailed, setIsFailed] = useState(false)
  const isBlocked = blocker.state === 'blocked'
  const latest = useRef({ blocker, save })
  latest.current = { blocker, save }
  useEffect(() => {
    setIsFailed(false)
    if (!isBlocked) return
    latest.current.save?.().then((isSaved) => {
      if (isSaved) latest.current.blocker.proceed?.()
      else setIsFailed(true)
    })
  }, [isBlocked])
  return isBlocked && (save === undefined || isFailed)
}
