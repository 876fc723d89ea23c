import { data } from 'react-router'

const bytesMax = 64 * 1024

/**
 * Reads the text fields of a form that was posted without JavaScript, up to 64 KiB. Browsers send it URL-encoded,
 * mail programs also as multipart form data (RFC 8058).
 * @throws 400, 413 or 415, as a response of React Router
 */
export async function readPostedForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data({ detail: 'Please send this form from its page.' }, { status: 415 })
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      throw data({ detail: 'This is too long. Please shorten it.' }, { status: 413 })
    }
    chunks.push(chunk)
  }
  const form = await new Response(new Blob(chunks), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw data({ detail: 'This form could not be read. Please send it again.' }, { status: 400 })
    })
  const fields = [...form].filter((field): field is [string, string] => !(field[1] instanceof File))
  return new URLSearchParams(fields)
}
