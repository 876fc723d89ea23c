import { ApiError, parseApiError } from './errors.ts'

/** @returns undefined where it is no JSON, such as a page of a proxy */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The body of a successful response: JSON, a text, or the values of a stream; of a download a file. A file has no name
 * where the server is of another origin, and does not expose Content-Disposition.
 * @throws ApiError when a download has no file
 */
export async function readResponseBody(response: Response, isDownload = false): Promise<unknown> {
  const { headers } = response
  if (isDownload) {
    const blob = await response.blob()
    // Such as a page of a proxy.
    if (blob.size === 0 || blob.type.startsWith('text/html'))
      throw new ApiError(response.status, 'The server answered without a file. Please try again.')
    return new File([blob], fileNameIn(headers.get('content-disposition') ?? ''), blob)
  }
  const type = headers.get('content-type') ?? 'application/json'
  if (type.startsWith('text/event-stream')) return eventsOf(response)
  const text = await response.text()
  if (type.startsWith('text/')) return text
  return text === '' ? undefined : JSON.parse(text)
}

/** The name in a Content-Disposition header; the encoded one, if it has both. */
function fileNameIn(disposition: string) {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, quoted, plain] = /filename=(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(disposition) ?? []
  return encoded ? decodeURIComponent(encoded) : (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
}

/** The values of a stream of server-sent events. @throws ApiError for an error that the server sends in it */
async function* eventsOf({ body }: Response) {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, kind] = /^event: ?(.*)$/m.exec(event) ?? []
        const lines = [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line)
        const data = lines.length > 0 ? JSON.parse(lines.join('\n')) : undefined
        if (kind === 'error') throw parseApiError(Object.assign(new Error(data.message), data))
        if (kind === 'done') return data
        if (kind === 'message') yield data
      }
    }
  } finally {
    await reader.cancel()
  }
}
