import { authState, readAuthState } from '#client/api/auth-state.ts'
import { api } from '#client/api/client.ts'
import { emptyTab } from '#client/resources/tab-store.ts'
import { stopLiveChanges } from './use-live-changes.ts'

const patienceMs = 5_000

let isLeaving = false

/** Whether the user has signed out in this tab, and the sign-in page is loading. */
export const isSigningOut = () => isLeaving

/**
 * Ends the session on the server and in every tab, and forgets what was typed. Opens the sign-in page with a full page
 * load, so that no data stays in memory. Removes the tokens from this browser even when the server can't be reached,
 * or doesn't answer.
 */
export async function signOut() {
  isLeaving = true
  stopLiveChanges()
  const refresh = readAuthState().tokens?.refresh
  await api.accounts
    .logout({ refresh }, { signal: AbortSignal.timeout(patienceMs) })
    .catch(() => undefined)
  emptyTab()
  authState.signOut()
  window.location.assign('/login')
}
