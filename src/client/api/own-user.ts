import type { User } from '#features/accounts/contract.ts'
import { isSameJson } from '#shared/is-same-json.ts'
import { readAuthState, writeAuthState } from './auth-state.ts'

/**
 * Stores what is new of the signed-in user, and nothing where nothing is: the same text holds the tokens, which another
 * tab may be renewing at this moment. Does nothing once somebody else has signed in.
 */
export function storeOwnUser(user: User) {
  const state = readAuthState()
  // Another server may have said more when they signed in.
  const merged = { ...state.user, ...user }
  if (state.user?.id !== user.id || isSameJson(state.user, merged)) return
  writeAuthState({ ...state, user: merged })
}
