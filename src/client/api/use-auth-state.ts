import { useSyncExternalStore } from 'react'
import { type AuthState, authState, readAuthState } from './auth-state.ts'

const unknown = () => null

/** Who is signed in, in every tab alike; null on the server and until the page has come alive. */
export const useAuthState = (): AuthState | null =>
  useSyncExternalStore(authState.subscribe, readAuthState, unknown)

/** The signed-in user, for what is only shown to one. */
export function useUser() {
  const user = useAuthState()?.user
  if (!user) throw new Error('This is only shown to signed-in users')
  return user
}
