import type { User } from '#features/accounts/contract.ts'

/** What the site stores in the browser, beside what staff have not saved yet (`tab-store.ts`). */
export type AuthState = {
  isAuthenticated: boolean
  tokens: { access: string; refresh: string } | null
  user: User | null
}

const key = 'auth'
/** Stored for a moment: tells the other tabs that the user has signed out. A session that merely ends stores nothing. */
const signOutMark = 'signed out'
const signedOut: AuthState = { isAuthenticated: false, tokens: null, user: null }
const listeners = new Set<() => void>()
let cached: { text: string | null; state: AuthState } = { text: null, state: signedOut }

/** The last state that any tab stored; signed out when localStorage is empty, corrupt or blocked. */
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

/** The access token of the session that has ended while its page is open. */
let endedAccess: string | undefined

/** Whether the session has ended and the open page asks to sign in again; any tab may. */
export const isSignInAsked = () =>
  endedAccess !== undefined && readAuthState().tokens?.access === endedAccess

/** Stores a state: what was read just before, with what is new. */
export function writeAuthState(state: AuthState) {
  const text = state.isAuthenticated ? JSON.stringify(state) : null
  cached = { text, state }
  try {
    if (text === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
  } catch {
    // A browser that blocks localStorage keeps the state in memory while the page is open.
  }
  notifyListeners()
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

/**
 * Handles a change by another tab. One handler calls all listeners, so that React renders their changes in one batch:
 * with one handler each, it could render a user's page after sign-out, before the layout removes it.
 */
function handleStorage(event: StorageEvent) {
  if (event.key === key || event.key === null) notifyListeners()
}

/** Whether it tells that the user has signed out in another tab. By then its pages are closed in this one. */
export const isSignOut = (event: StorageEvent) =>
  event.key === key && event.newValue === signOutMark

export const authState = {
  signIn: (tokens: NonNullable<AuthState['tokens']>, user: User) =>
    writeAuthState({ isAuthenticated: true, tokens, user }),
  setTokens: (tokens: NonNullable<AuthState['tokens']>) =>
    writeAuthState({ ...readAuthState(), tokens }),
  endSession: () => writeAuthState(signedOut),
  /** Ends the session on purpose: other tabs discard what was typed there. */
  signOut() {
    writeAuthState(signedOut)
    try {
      window.localStorage.setItem(key, signOutMark)
      window.localStorage.removeItem(key)
    } catch {
      // Without localStorage no other tab was signed in.
    }
  },
  /** @param access the token that the server does not take any more */
  askToSignIn(access: string) {
    endedAccess = access
    notifyListeners()
  },
  /** Calls `listener` at every change, also by another tab. @returns the function that unsubscribes */
  subscribe(listener: () => void) {
    if (listeners.size === 0) window.addEventListener('storage', handleStorage)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', handleStorage)
    }
  },
  /** Waits until a condition holds. It is looked at whenever the state changes, in this tab or another one. */
  until: (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const unsubscribe = authState.subscribe(check)
      function check() {
        if (!holds()) return
        unsubscribe()
        resolve()
      }
      check()
    }),
}
