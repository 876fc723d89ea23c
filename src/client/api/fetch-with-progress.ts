/** Called as an upload goes on, with its bytes so far and in all. */
export type OnProgress = (sent: number, total: number) => void

/** The connection counts as lost after this time without progress. */
const stallMs = 60_000

/**
 * `fetch` by XMLHttpRequest, which alone reports how much of an upload has been sent.
 * @param workMs for how long the server may work once all is sent
 */
export const fetchWithProgress = (
  url: URL,
  {
    method,
    headers,
    body,
    signal,
    workMs = stallMs,
  }: {
    method: string
    headers: Headers
    body: Blob | FormData
    signal: AbortSignal
    workMs?: number
  },
  onProgress: OnProgress,
) =>
  new Promise<Response>((resolve, reject) => {
    // A signal that is aborted by now, such as while the tokens were renewed, fires no event any more.
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.responseType = 'blob'
    let stall: ReturnType<typeof setTimeout>
    const lose = () => reject(new TypeError('The connection was lost'))
    const keepWaiting = (ms: number) => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        lose()
        request.abort()
      }, ms)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      keepWaiting(stallMs)
      onProgress(loaded, total)
    }
    request.upload.onload = () => keepWaiting(workMs)
    request.onprogress = () => keepWaiting(stallMs)
    request.onloadend = () => clearTimeout(stall)
    request.onload = () => {
      const { status, response } = request
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(response, { status, headers: { 'content-type': type } }))
    }
    request.onerror = lose
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    keepWaiting(stallMs)
    request.send(body)
  })
