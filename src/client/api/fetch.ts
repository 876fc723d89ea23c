import { authState, readAuthState } from './auth-state.ts'

/** The base URL of the API, which the server writes into the page. */
export const apiRoot = () =>
  typeof document === 'undefined' ? '/api' : (document.documentElement.dataset.apiRoot ?? '/api')

/** @param path ends with a slash, as all paths of the API do */
export const apiUrl = (path: string) => new URL(`${apiRoot()}${path}`, window.location.href)

/** `fetch` for the API: adds the stored token, and renews it once it has expired. */
export async function apiFetch(request: Request, init?: RequestInit): Promise<Response> {
  const url = new URL(request.url)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  const token = readAuthState().tokens?.access
  // A body can be read only once, and is sent again with a renewed token. Firefox has no `request.body` to test.
  const sent = await request.blob()
  const body = sent.size > 0 ? sent : undefined
  const send = (access: string | undefined) => {
    const headers = new Headers(request.headers)
    if (access) headers.set('authorization', `Bearer ${access}`)
    return fetch(url, { ...init, method: request.method, headers, body, signal: request.signal })
  }
  const response = await send(token)
  if (response.status !== 401 || !token || url.pathname.includes('/auth/login/')) return response
  if (!(await isSessionProblem(response.clone()))) return response
  const renewed = await renewTokens(token)
  if (renewed === 'unreachable') return response
  if (renewed === 'ended') {
    endSession()
    return response
  }
  return send(renewed.access)
}

async function isSessionProblem(response: Response) {
  const body = (await response.json().catch(() => ({}))) as { detail?: string; message?: string }
  return ['Invalid token', 'No token provided'].some(
    (text) => body.detail === text || body.message === text,
  )
}

type Renewal = { access: string } | 'ended' | 'unreachable'

let renewal: Promise<Renewal> | undefined

/** Renews the tokens, once at a time in this tab. Takes over newer tokens of another tab. */
function renewTokens(used: string): Promise<Renewal> {
  renewal ??= renewOnce(used).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewOnce(used: string): Promise<Renewal> {
  const { tokens } = readAuthState()
  if (!tokens) return 'ended'
  if (tokens.access !== used) return tokens
  try {
    const response = await fetch(apiUrl('/auth/refresh/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: tokens.refresh }),
    })
    if (response.ok) {
      const renewed = (await response.json()) as { access: string; refresh: string }
      authState.setTokens(renewed)
      return renewed
    }
    if (response.status !== 401 && response.status !== 400) return 'unreachable'
    // Another tab may have renewed the tokens during this request.
    const current = readAuthState().tokens
    return current && current.refresh !== tokens.refresh ? current : 'ended'
  } catch {
    return 'unreachable'
  }
}

/** Signs out and opens the sign-in page, which returns here from the dashboard. */
function endSession() {
  authState.signOut()
  const { pathname, search } = window.location
  if (pathname === '/login') return
  const isDashboard = pathname.startsWith('/dashboard')
  window.location.assign(
    isDashboard ? `/login?to=${encodeURIComponent(pathname + search)}&ended=1` : '/login?ended=1',
  )
}
