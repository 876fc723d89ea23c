import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'

/** The server makes the sizes of pictures one at a time, each in up to 90 seconds. */
const workMs = 5 * 60_000

/** The base URL of the API, which the server writes into the page. */
export const apiRoot = () =>
  typeof document === 'undefined' ? '/api' : (document.documentElement.dataset.apiRoot ?? '/api')

/** @param path ends with a slash, as all paths of the API do */
export const apiUrl = (path: string) => new URL(`${apiRoot()}${path}`, window.location.href)

/**
 * Reads the body of a request to the API: that is possible once, and it may be sent again with a renewed token.
 * @param onProgress tells how much of the body has been sent
 * @returns the function that sends it, with an access token or without
 */
export async function prepareRequest(request: Request, onProgress?: OnProgress) {
  const { method, signal, redirect } = request
  const url = new URL(request.url)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  // Firefox has no `request.body` to test.
  const sent = await request.blob()
  const body = sent.size > 0 ? sent : undefined
  return (access?: string): Promise<Response> => {
    const headers = new Headers(request.headers)
    if (access) headers.set('authorization', `Bearer ${access}`)
    if (onProgress && body) {
      return fetchWithProgress(url, { method, headers, body, signal, workMs }, onProgress)
    }
    return fetch(url, { method, headers, body, signal, redirect })
  }
}
