import { authState, readAuthState } from './auth-state.ts'
import { ApiError, parseApiError } from './errors.ts'

/**
 * Remembers who is signed in.
 * @returns whether that user still is: what goes on in the background must not go on as the one who signs in next.
 *   Where nobody is, it goes on
 */
export function rememberUser() {
  const { user } = readAuthState()
  return () => !user || readAuthState().user?.id === user.id
}

/**
 * Lets a call end only for the user who began it: what is told of it, or kept, is none of the next one's business. Where
 * the session has ended by then, it ends once they have signed in again.
 */
export async function forUser<Output>(call: Promise<Output>): Promise<Output> {
  const isSameUser = rememberUser()
  try {
    return await call
  } catch (error) {
    // The server's own words are about a token.
    const isEnded = parseApiError(error).status === 401 && !isSameUser()
    throw isEnded ? new ApiError(401, 'Your session had ended.') : error
  } finally {
    await authState.until(isSameUser)
  }
}
