/** Called as an upload goes on, with its bytes so far and in all. */
export type OnProgress = (sent: number, total: number) => void

/** `fetch` by XMLHttpRequest, which alone reports how much of an upload has been sent. */
export const fetchWithProgress = (
  url: URL,
  {
    method,
    headers,
    body,
    signal,
  }: { method: string; headers: Headers; body: Blob; signal: AbortSignal },
  onProgress: OnProgress,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.responseType = 'blob'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => {
      const { status, response } = request
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(response, { status, headers: { 'content-type': type } }))
    }
    request.onerror = () => reject(new TypeError('The connection was lost'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.send(body)
  })
