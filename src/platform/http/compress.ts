import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Smaller bodies are not worth compressing. */
export const compressedBytesMin = 1024

/** The best encoding that the client accepts (its Accept-Encoding header), if any. */
export const chooseEncoding = (accepted: string): Encoding | undefined =>
  encodings.find(
    (one) =>
      accepted.includes(one) &&
      !new RegExp(`\\b${one}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted),
  )

/** The smallest brotli window that spans so many bytes, within 16 to 22 bits. */
const windowBitsFor = (bytes: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 1))))

/** @param brotliQuality 0 to 11: the higher, the smaller and the slower */
export const compress = (bytes: Uint8Array, encoding: Encoding, brotliQuality: number) =>
  encoding === 'br'
    ? promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          // Without these, brotli allocates and clears several megabytes even for a small body.
          [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(bytes.length),
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : promisify(gzip)(bytes)

/** Favours speed: these responses are compressed on every request. */
const dynamicQuality = 5

/** Compresses a response in the best encoding that the client accepts; small ones stay as they are. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!response.body || response.headers.has('content-encoding')) return response
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '')
  if (bytes.length < compressedBytesMin || !encoding) {
    return new Response(bytes, { status: response.status, headers })
  }
  headers.set('content-encoding', encoding)
  const body = await compress(bytes, encoding, dynamicQuality)
  return new Response(body, { status: response.status, headers })
}
