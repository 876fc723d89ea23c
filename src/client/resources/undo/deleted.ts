import { useSyncExternalStore } from 'react'
import type { TrashEntry } from '#features/trash/contract.ts'
import { createListeners } from '../../listeners.ts'
import type { UndoableChange } from './undo-strip.tsx'

/** What can be restored from the trash. */
export type TrashedRows = {
  /** 'Kigali 12 has been deleted.' */
  text: string
  /** What else the user is to know. */
  notices?: readonly string[]
  kind: TrashEntry['kind']
  ids: readonly (number | string)[]
}

/** What was deleted last, or what has become of it since. */
export type Deleted = TrashedRows | UndoableChange

let last: Deleted | undefined
const { subscribe, tell } = createListeners()

/** Tells what was deleted, in the frame of the dashboard: it stays there on the way from a page back to its list. */
export function showDeleted(deleted: Deleted | undefined) {
  last = deleted
  tell()
}

export const useDeleted = () =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => undefined,
  )
