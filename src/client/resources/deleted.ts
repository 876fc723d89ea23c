import { useSyncExternalStore } from 'react'
import type { TrashEntry } from '#features/trash/contract.ts'

/** What was deleted last, and can be restored from the trash, or made again by `undo`. */
export type Deleted = {
  /** 'Kigali 12 has been deleted.' */
  text: string
} & (
  | { kind: TrashEntry['kind']; ids: readonly (number | string)[] }
  /** @returns what is told then */
  | { undo: () => Promise<string> }
)

let last: Deleted | undefined
const listeners = new Set<() => void>()

/** Tells what was deleted, in the frame of the dashboard: it stays there on the way from a page back to its list. */
export function tellDeleted(deleted: Deleted | undefined) {
  last = deleted
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDeleted = () =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => undefined,
  )
