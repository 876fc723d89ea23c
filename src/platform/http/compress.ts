import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const encodings = ['br', 'gzip'] as const
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

/** A window of brotli's that takes in so many bytes at once, within what brotli knows. */
const windowBitsFor = (bytes: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 1))))

/** @param brotliQuality 0 to 11: the higher, the smaller and the slower */
export const compress = (bytes: Uint8Array, encoding: Encoding, brotliQuality: number) =>
  encoding === 'br'
    ? promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          // Without these it clears some megabytes of memory, whatever little there is to compress.
          [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(bytes.length),
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
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
