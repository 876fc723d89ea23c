import { useSyncExternalStore } from 'react'
import { type AuthState, authState, isSignInAsked, readAuthState } from './auth-state.ts'

const unknown = () => null

/** The auth state, shared by all tabs; null on the server and during hydration. */
export const useAuthState = (): AuthState | null =>
  useSyncExternalStore(authState.subscribe, readAuthState, unknown)

export const useIsSignInAsked = () =>
  useSyncExternalStore(authState.subscribe, isSignInAsked, () => false)

/** The signed-in user. @throws Error when nobody is signed in */
export function useUser() {
  const user = useAuthState()?.user
  if (!user) throw new Error('This is only shown to signed-in users')
  return user
}
