import { authState, readAuthState } from '#client/api/auth-state.ts'
import { api } from '#client/api/client.ts'

let isLeaving = false

/** Whether the user has signed out here and the sign-in page is on its way. */
export const isSigningOut = () => isLeaving

/**
 * Ends the session on the server and in every tab, and loads the sign-in page anew, so that nothing of what was
 * shown stays in memory. When the server can't be reached, this browser forgets its tokens all the same.
 */
export async function signOut() {
  isLeaving = true
  const refresh = readAuthState().tokens?.refresh
  await api.accounts.logout({ refresh }).catch(() => undefined)
  authState.signOut()
  window.location.assign('/login')
}
