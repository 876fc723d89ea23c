import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const bytesMin = 1024

/** The encodings in the order of preference. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]
export type Compress = (bytes: Uint8Array, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>

/** Quick rather than small, since this happens at every answer; what is built goes out as small as it gets. */
export const compress: Compress = (bytes, encoding) =>
  encoding === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : promisify(gzip)(bytes)

/**
 * The answer in the smallest form that the client takes; small answers stay as they are.
 * @param compressOnce what compresses, where the same answer may come again
 */
export async function compressed(
  request: Request,
  answer: Response,
  compressOnce: Compress = compress,
): Promise<Response> {
  if (!answer.body || answer.headers.has('content-encoding')) return answer
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'accept-encoding')
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = encodings.find((one) =>
    new RegExp(`\\b${one}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted),
  )
  if (bytes.length < bytesMin || !encoding) {
    return new Response(bytes, { status: answer.status, headers })
  }
  headers.set('content-encoding', encoding)
  const body = await compressOnce(bytes, encoding)
  return new Response(body, { status: answer.status, headers })
}
