import { useSyncExternalStore } from 'react'
import { type AuthState, authState, isSignInAsked, readAuthState } from './auth-state.ts'

const unknown = () => null

/** What components show. Another tab stores its changes a moment before this one is told of them. */
let shown: AuthState | undefined
let readers = 0

function subscribe(listener: () => void) {
  // It may have changed since the first render, of which nobody was told.
  if (readers === 0) shown = undefined
  readers += 1
  const unsubscribe = authState.subscribe(() => {
    shown = readAuthState()
    listener()
  })
  return () => {
    readers -= 1
    unsubscribe()
  }
}

function read() {
  if (readers === 0) return readAuthState()
  shown ??= readAuthState()
  return shown
}

/**
 * The auth state, shared by all tabs; null on the server and during hydration. It is the same for all components until
 * all are told of another: the page of a user is never rendered on without one.
 */
export const useAuthState = (): AuthState | null => useSyncExternalStore(subscribe, read, unknown)

export const useIsSignInAsked = () =>
  useSyncExternalStore(authState.subscribe, isSignInAsked, () => false)

/** The signed-in user. @throws Error when nobody is signed in */
export function useUser() {
  const user = useAuthState()?.user
  if (!user) throw new Error('This is only shown to signed-in users')
  return user
}
