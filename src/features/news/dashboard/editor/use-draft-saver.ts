import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUser } from '#client/api/use-auth-state.ts'
import { keepUnsaved, readUnsaved, type UnsavedKey } from '#client/resources/unsaved.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import type { Draft } from '../../drafts-contract.ts'
import { createDraftSaver, type Unsaved } from './draft-saver.ts'

/**
 * Saves the draft of an article while it is edited. What the server doesn't have yet is kept in the tab, so that a
 * reload or a crash loses nothing; a navigation waits until it is saved.
 */
export function useDraftSaver(draft: Draft) {
  const key: UnsavedKey = `${useUser().id} article ${draft.id}`
  const [saver] = useState(() =>
    createDraftSaver(draft, readUnsaved<Unsaved>(key), (unsaved) => keepUnsaved(key, unsaved)),
  )
  const state = useSyncExternalStore(saver.subscribe, saver.getState)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    const flush = () => void saver.flush()
    const refresh = () => void saver.refresh()
    void saver.start()
    addEventListener('online', flush)
    addEventListener('focus', refresh)
    addEventListener('pagehide', saver.takeText)
    return () => {
      removeEventListener('online', flush)
      removeEventListener('focus', refresh)
      removeEventListener('pagehide', saver.takeText)
      saver.stop()
    }
  }, [saver])

  const blocker = useLeaveGuard({
    isFilled: saver.hasUnsaved(),
    isSending: false,
    isUnderWay: () => false,
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    saver.flush().then((isSaved) => (isSaved ? blocker.proceed() : setIsAsking(true)))
  }, [blocker, saver])

  return {
    saver,
    state,
    leaving: {
      isAsked: isAsking && blocker.state === 'blocked',
      stay() {
        setIsAsking(false)
        blocker.reset?.()
      },
      leave: () => blocker.proceed?.(),
    },
  }
}
