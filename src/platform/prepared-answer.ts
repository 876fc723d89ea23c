import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, compress, compressedBytesMin, type Encoding } from './compress.ts'

/** An answer that is the same for everybody, in each form that clients take, ready to be sent. */
export type PreparedAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly plain: Buffer }
  /** The hash of the plain body, to which the encoding is added. */
  tag: string
}

/** Made once and sent often, so some milliseconds for fewer bytes are well spent. */
const brotliQuality = 7

/** Prepares an answer, compressed where that is worth it. */
export async function prepareAnswer(
  status: number,
  headers: Record<string, string>,
  plain: Buffer,
  ready: Partial<Record<Encoding, Buffer>> = {},
): Promise<PreparedAnswer> {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  const isText = /^(text\/|application\/(json|javascript|manifest|([a-z]+\+)?xml)|image\/svg)/.test(
    headers['content-type'] ?? '',
  )
  const isWorthIt = isText && plain.length >= compressedBytesMin
  const bodies = isWorthIt
    ? {
        plain,
        br: ready.br ?? (await compress(plain, 'br', brotliQuality)),
        gzip: ready.gzip ?? (await compress(plain, 'gzip', brotliQuality)),
      }
    : { plain }
  return { status, headers: { ...headers, vary: 'accept-encoding' }, bodies, tag }
}

/** The bytes that a prepared answer takes in memory, roughly. */
export const bytesOf = ({ bodies }: PreparedAnswer) =>
  bodies.plain.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0) + 2_000

/** What goes out to a client that takes these encodings and may have the answer already. */
function chooseAnswer(
  answer: PreparedAnswer,
  acceptEncoding: string,
  ifNoneMatch: string | undefined,
) {
  const chosen = chooseEncoding(acceptEncoding)
  const encoding = chosen && answer.bodies[chosen] ? chosen : undefined
  const body = (encoding && answer.bodies[encoding]) ?? answer.bodies.plain
  const etag = `"${answer.tag}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = { ...answer.headers, etag }
  if (encoding) headers['content-encoding'] = encoding
  if (ifNoneMatch !== undefined && answer.status === 200 && matches(ifNoneMatch, etag)) {
    return { status: 304, headers, body: null }
  }
  headers['content-length'] = String(body.length)
  return { status: answer.status, headers, body }
}

/** A prepared answer for the app to give. */
export function preparedResponse(request: Request, answer: PreparedAnswer) {
  const { status, headers, body } = chooseAnswer(
    answer,
    request.headers.get('accept-encoding') ?? '',
    request.headers.get('if-none-match') ?? undefined,
  )
  const isHead = request.method === 'HEAD'
  return new Response(isHead ? null : (body as Buffer<ArrayBuffer> | null), { status, headers })
}

const matches = (header: string, etag: string) =>
  header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/** Sends a prepared answer straight to the connection, past everything that it would pass unchanged. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedAnswer,
  more: Record<string, string>,
) {
  const { status, headers, body } = chooseAnswer(
    answer,
    String(request.headers['accept-encoding'] ?? ''),
    request.headers['if-none-match'],
  )
  response.writeHead(status, Object.assign(headers, more))
  response.end(request.method === 'HEAD' ? undefined : body)
  return status
}
