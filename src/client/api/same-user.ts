import { readAuthState } from './auth-state.ts'

/**
 * Remembers who is signed in.
 * @returns whether that user still is: what goes on in the background must not go on as the one who signs in next.
 *   Where nobody is, it goes on
 */
export function rememberUser() {
  const { user } = readAuthState()
  return () => !user || readAuthState().user?.id === user.id
}
