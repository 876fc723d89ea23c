import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const bytesMin = 1024

/** The answer in the smallest form that the client takes; small answers stay as they are. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  if (!answer.body || answer.headers.has('content-encoding')) return answer
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'accept-encoding')
  const accepted = request.headers.get('accept-encoding') ?? ''
  const plain = () => new Response(bytes, { status: answer.status, headers })
  if (bytes.length < bytesMin) return plain()
  const encoding = ['br', 'gzip'].find((one) =>
    new RegExp(`\\b${one}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted),
  )
  if (!encoding) return plain()
  headers.set('content-encoding', encoding)
  const body =
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await promisify(gzip)(bytes)
  return new Response(body, { status: answer.status, headers })
}
