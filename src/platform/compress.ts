import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Fewer bytes than these are not worth compressing. */
export const compressedBytesMin = 1024

/** The encoding that serves best of those that the client takes (the Accept-Encoding header), if any. */
export const chooseEncoding = (accepted: string): Encoding | undefined =>
  encodings.find(
    (one) =>
      accepted.includes(one) &&
      !new RegExp(`\\b${one}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted),
  )

/** @param brotliQuality 0 to 11: the higher, the smaller and the slower */
export const compress = (bytes: Uint8Array, encoding: Encoding, brotliQuality: number) =>
  encoding === 'br'
    ? promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
      })
    : promisify(gzip)(bytes)

/** Quick rather than small, since this happens at every answer. */
const answerQuality = 5

/** The answer in the smallest form that the client takes; small answers stay as they are. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  if (!answer.body || answer.headers.has('content-encoding')) return answer
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'accept-encoding')
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '')
  if (bytes.length < compressedBytesMin || !encoding) {
    return new Response(bytes, { status: answer.status, headers })
  }
  headers.set('content-encoding', encoding)
  const body = await compress(bytes, encoding, answerQuality)
  return new Response(body, { status: answer.status, headers })
}
