import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { api } from '#client/api/client.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { beginUpload, useHasUpload } from '#client/forms/uploads.ts'
import { keepInTab, readFromTab, type TabKey } from '#client/resources/tab-store.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import type { Draft } from '../../drafts-contract.ts'
import { fieldsOfDraft } from './draft-fields.ts'
import { createDraftSaver, type Unsaved } from './draft-saver.ts'

/**
 * Saves the draft of an article while it is edited. What the server doesn't have yet is kept in the tab, so that a
 * reload or a crash loses nothing; a navigation waits until it is saved. Asks before a picture on its way is lost.
 */
export function useDraftSaver(draft: Draft) {
  const key: TabKey = `${useUser().id} article ${draft.id}`
  const [saver] = useState(() =>
    createDraftSaver(draft, readFromTab<Unsaved>(key), {
      calls: api.drafts,
      fieldsOf: fieldsOfDraft,
      keep: (unsaved) => keepInTab(key, unsaved),
    }),
  )
  const state = useSyncExternalStore(saver.subscribe, saver.getState)
  const hasUpload = useHasUpload(saver)
  const [asked, setAsked] = useState<'unsaved' | 'upload'>()

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
    isFilled: saver.hasUnsaved() || hasUpload,
    isSending: false,
    isUnderWay: () => false,
  })
  const leaveOrAsk = useEffectEvent((isSaved: boolean) => {
    if (isSaved && !hasUpload) blocker.proceed?.()
    else setAsked(isSaved ? 'upload' : 'unsaved')
  })
  useEffect(() => {
    if (blocker.state === 'blocked') saver.flush().then((isSaved) => leaveOrAsk(isSaved))
  }, [blocker, saver])

  return {
    saver,
    state,
    beginUpload: () => beginUpload(saver),
    hasUpload,
    leaving: {
      /** What would be lost, while the user is asked about it. */
      asked: blocker.state === 'blocked' ? asked : undefined,
      stay() {
        setAsked(undefined)
        blocker.reset?.()
      },
      leave: () => blocker.proceed?.(),
    },
  }
}
