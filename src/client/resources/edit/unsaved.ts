import { useSyncExternalStore } from 'react'
import { isSignOut } from '../../api/auth-state.ts'
import { useAuthState, useUser } from '../../api/use-auth-state.ts'
import { createListeners } from '../../listeners.ts'

/** Begins with the id of the user whose text it is: the tab may be somebody else's next. */
export type UnsavedKey = `${number} ${string}`

const prefix = 'unsaved '
const kept = new Map<string, unknown>()
const { subscribe, tell } = createListeners()

/**
 * The key of the signed-in user; undefined without one, as on the server.
 * @param name what is not saved, such as 'events.update 7'
 */
export function useUnsavedKey(name: string): UnsavedKey | undefined {
  const user = useAuthState()?.user
  return user ? `${user.id} ${name}` : undefined
}

/** @returns what is not saved yet. The tab keeps it through a reload, a crash and the end of the session. */
export function readUnsaved<Value>(key: UnsavedKey): Value | undefined {
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

/** Keeps what is not saved yet; undefined discards it. */
export const keepUnsaved = (key: UnsavedKey, value: unknown) => store(key, value)

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
 * @param user whose texts stay: whoever signs in again after a session has ended goes on with them
 */
export function discardUnsaved(user?: number) {
  for (const key of [...kept.keys(), ...storedKeys()]) {
    const stays = user !== undefined && key.startsWith(`${user} `)
    if (!stays) store(key, undefined)
  }
}

// For as long as the tab is open: the pages that show the texts close first.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (isSignOut(event)) discardUnsaved()
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

type Texts = Readonly<Record<number, string>>

const nothingTyped: Texts = {}

/**
 * Texts that are typed but not saved, by the ids of their rows.
 * @param name what they are, such as 'notes on applications': pages that name the same share them, and what a page that
 *   was left still changes
 */
export function useUnsavedTexts(name: string) {
  const key: UnsavedKey = `${useUser().id} ${name}`
  const read = () => readUnsaved<Texts>(key) ?? nothingTyped
  const texts = useSyncExternalStore(subscribe, read, read)

  function change(id: number, changeOf: (now: string) => string) {
    const { [id]: now = '', ...others } = read()
    const text = changeOf(now)
    const next = text === '' ? others : { ...others, [id]: text }
    keepUnsaved(key, Object.keys(next).length === 0 ? undefined : next)
  }

  return { textOf: (id: number) => texts[id] ?? '', change }
}
