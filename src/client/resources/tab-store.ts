import { isSignOut } from '../api/auth-state.ts'
import { useAuthState } from '../api/use-auth-state.ts'
import { createListeners } from '../listeners.ts'

// What a tab keeps for its user through a reload, a crash and the end of the session: what is typed and not saved yet,
// and the queries of lists.

/** Begins with the id of the user whose it is: the tab may be somebody else's next. */
export type TabKey = `${number} ${string}`

/** From when it was texts alone: tabs that were open before an update have it. */
const prefix = 'unsaved '
const kept = new Map<string, unknown>()
const { subscribe, tell } = createListeners()
/** Calls a listener whenever something is kept or discarded. */
export const subscribeToTab = subscribe

/**
 * The key of the signed-in user; undefined without one, as on the server.
 * @param name what is kept, such as 'events.update 7'
 */
export function useTabKey(name: string): TabKey | undefined {
  const user = useAuthState()?.user
  return user ? `${user.id} ${name}` : undefined
}

/** @returns what the tab keeps; undefined if nothing */
export function readFromTab<Value>(key: TabKey): Value | undefined {
  if (!kept.has(key)) kept.set(key, readStored(key))
  return kept.get(key) as Value | undefined
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value; undefined discards it. */
export const keepInTab = (key: TabKey, value: unknown) => store(key, value)

function store(key: string, value: unknown) {
  kept.set(key, value)
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // The tab has no room or no permission for it: it is kept until the page is loaded anew.
  }
  tell()
}

/**
 * Discards all of it, so that whoever uses the computer next finds nothing.
 * @param user whose values stay: whoever signs in again after a session has ended goes on with them
 */
export function emptyTab(user?: number) {
  for (const key of [...kept.keys(), ...storedKeys()]) {
    const stays = user !== undefined && key.startsWith(`${user} `)
    if (!stays) store(key, undefined)
  }
}

// For as long as the tab is open: the pages that show the texts close first.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (isSignOut(event)) emptyTab()
  })
}

function storedKeys() {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
    return keys.map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}
