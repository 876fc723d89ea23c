import type { User } from '#features/accounts/contract.ts'

/** The only thing that the product keeps in the browser. */
export type AuthState = {
  isAuthenticated: boolean
  tokens: { access: string; refresh: string } | null
  user: User | null
}

const key = 'auth'
const signedOut: AuthState = { isAuthenticated: false, tokens: null, user: null }
const listeners = new Set<() => void>()
let cached: { text: string | null; state: AuthState } = { text: null, state: signedOut }

/** The state as every tab has stored it last; signed out where the store is empty, broken or refused. */
export function readAuthState(): AuthState {
  if (typeof window === 'undefined') return signedOut
  let text: string | null = null
  try {
    text = window.localStorage.getItem(key)
  } catch {
    return cached.state
  }
  if (text !== cached.text) cached = { text, state: parse(text) }
  return cached.state
}

function parse(text: string | null): AuthState {
  try {
    const state = JSON.parse(text ?? '') as AuthState
    return state.isAuthenticated && state.tokens && state.user ? state : signedOut
  } catch {
    return signedOut
  }
}

function write(state: AuthState) {
  const text = state.isAuthenticated ? JSON.stringify(state) : null
  cached = { text, state }
  try {
    if (text === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
  } catch {
    // A browser that refuses storage keeps the state for as long as the page is open.
  }
  for (const listener of listeners) listener()
}

/**
 * What another tab has stored. All listeners are called by one handler, so that React renders their changes at once:
 * between two handlers it would render a user's page before the layout that takes it away.
 */
function handleStorage(event: StorageEvent) {
  if (event.key !== key && event.key !== null) return
  for (const listener of listeners) listener()
}

export const authState = {
  signIn: (tokens: NonNullable<AuthState['tokens']>, user: User) =>
    write({ isAuthenticated: true, tokens, user }),
  setTokens: (tokens: NonNullable<AuthState['tokens']>) => write({ ...readAuthState(), tokens }),
  updateUser(changes: Partial<User>) {
    const state = readAuthState()
    if (state.user) write({ ...state, user: { ...state.user, ...changes } })
  },
  signOut: () => write(signedOut),
  /** Calls back at every change, those of other tabs included; gives the way to stop. */
  subscribe(listener: () => void) {
    if (listeners.size === 0) window.addEventListener('storage', handleStorage)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', handleStorage)
    }
  },
}
