import { type AuthState, authState, isSignInAsked, readAuthState } from './auth-state.ts'
import { ApiError } from './errors.ts'
import { apiUrl } from './fetch.ts'

/** Whether this page has shown something of the session: it may hold typed text by now. */
let isSessionUsed = false
/** What pages of the dashboard read that is answered whatever the token. */
const pathsForEverybody = /\/techstacks\/?$/

/**
 * Sends a request of whoever is signed in, and renews the token once it has expired. Where the session has ended under
 * an open page of the dashboard, the request waits until the user has signed in again.
 * @param send sends it with an access token, or without one
 * @param session the state in which the request was made, read before anything was waited for
 * @throws ApiError when the server can't be reached for a new token
 */
export async function fetchInSession(
  url: string,
  send: (access?: string) => Promise<Response>,
  { tokens, user }: AuthState,
): Promise<Response> {
  if (!tokens) return send()
  const token = tokens.access
  const response = await send(token)
  const { pathname } = new URL(url)
  if (/\/auth\/log(in|out)\/?$/.test(pathname)) return response
  if (response.status !== 401 || !(await isSessionProblem(response.clone()))) {
    isSessionUsed ||= !pathsForEverybody.test(pathname)
    return response
  }
  const access = (await renewTokens(token)) ?? (await signInAgain(token))
  // Whoever has signed in meanwhile did not ask for it.
  const isSameUser = readAuthState().user?.id === user?.id
  return access === undefined || !isSameUser ? response : send(access)
}

/** Whether it reads for a public page, which shows staff what visitors see. */
export const isForVisitors = ({ method }: Request) =>
  method === 'GET' && !/^\/(dashboard|login)\b/.test(window.location.pathname)

/** Whether the body of a 401 says that the token is missing or not valid. */
async function isSessionProblem(response: Response) {
  const { detail, message } = (await response.json().catch(() => null)) ?? {}
  return [detail, message].some((text) => text === 'Invalid token' || text === 'No token provided')
}

let renewal: Promise<string | undefined> | undefined

/**
 * Renews the tokens, once at a time in this tab. Takes over newer tokens of another tab.
 * @returns the new access token, which may be another user's; undefined when the session has ended
 */
function renewTokens(used: string) {
  renewal ??= renewOnce(used).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewOnce(used: string): Promise<string | undefined> {
  const { tokens, user } = readAuthState()
  if (!tokens) return undefined
  if (tokens.access !== used) return tokens.access
  const response = await fetch(apiUrl('/auth/refresh/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: tokens.refresh }),
  })
  if (response.ok) {
    const renewed = (await response.json()) as { access: string; refresh: string }
    const now = readAuthState()
    if (now.user?.id !== user?.id) return now.tokens?.access
    authState.setTokens(renewed)
    return renewed.access
  }
  // Another server of the API may have no such call: 404.
  if (![400, 401, 404].includes(response.status)) {
    throw new ApiError(response.status < 500 ? response.status : null, null)
  }
  // Another tab may have renewed the tokens during this request.
  const current = readAuthState().tokens
  return current && current.refresh !== tokens.refresh ? current.access : undefined
}

/**
 * Asks the user to sign in again over the open page. A page that has shown nothing yet signs out instead, and opens the
 * sign-in page, which returns here.
 * @returns the new access token, which may be another user's; undefined after signing out
 */
async function signInAgain(ended: string) {
  if (!readAuthState().tokens) return undefined
  if (!isSessionUsed || !window.location.pathname.startsWith('/dashboard')) {
    endSession()
    return undefined
  }
  authState.askToSignIn(ended)
  await authState.until(() => !isSignInAsked())
  return readAuthState().tokens?.access
}

/** Ends the session and opens the sign-in page, which returns here. */
function endSession() {
  authState.endSession()
  const { pathname, search } = window.location
  if (pathname === '/login') return
  window.location.assign(`/login?to=${encodeURIComponent(pathname + search)}&ended=1`)
}
