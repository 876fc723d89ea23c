import { data } from 'react-router'

const bytesMax = 64 * 1024

/**
 * The fields of a form that a page was sent without JavaScript: text alone, and never more of it than a form has.
 * @throws 413 or 415, as an answer of the router
 */
export async function readPostedForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw data({ detail: 'Please send this form from its page.' }, { status: 415 })
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      throw data({ detail: 'This is too long. Please shorten it.' }, { status: 413 })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return new URLSearchParams(text)
}
