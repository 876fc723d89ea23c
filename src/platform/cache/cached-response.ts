import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  chooseEncoding,
  compress,
  compressedBytesMin,
  type Encoding,
  encodings,
} from '../http/compress.ts'

/** A response that is the same for everybody, kept in memory. */
export type CachedResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  /** The plain bytes, and the encodings that clients have asked for so far. */
  bodies: Partial<Record<Encoding, Buffer>> & { readonly plain: Buffer }
  /** The hash of the plain body, to which the encoding is added; none where the URL has one. */
  etag: string | undefined
  isWorthCompressing: boolean
  /** Compressions under way. */
  compressing: Partial<Record<Encoding, Promise<void>>>
  /** How often it was sent in brotli. */
  sentCount: number
}

/** For the first client, which waits for the compression. */
const quickQuality = 5
/** From this many sends on, the best compression pays off: 50 ms of CPU save a tenth of the bytes. */
const popularCount = 3
const bestQuality = 11
/** It takes a second for a megabyte: for a page that few read, more than its bytes are worth. */
const bestBytesMax = 300_000
/** Pauses between compressions, so that requests get the CPU. */
const pauseMs = 500
const queueMax = 50

/** Creates a cached response. It is compressed when a client first asks for that encoding, unless it is `ready`. */
export async function createCachedResponse(
  status: number,
  headers: Record<string, string>,
  plain: Buffer,
  ready: Partial<Record<Encoding, Buffer>> = {},
): Promise<CachedResponse> {
  const isImmutable = headers['cache-control']?.endsWith('immutable')
  const etag = isImmutable ? undefined : hash('sha256', plain, 'base64url').slice(0, 27)
  const isText = /^(text\/|application\/(json|javascript|manifest|([a-z]+\+)?xml)|image\/svg)/.test(
    headers['content-type'] ?? '',
  )
  const isSmallerReady = ready.br !== undefined && ready.br.length < plain.length
  const isWorthCompressing = isText && (plain.length >= compressedBytesMin || isSmallerReady)
  return {
    status,
    headers: { vary: 'accept-encoding', ...headers },
    bodies: isWorthCompressing ? { ...ready, plain } : { plain },
    etag,
    isWorthCompressing,
    compressing: {},
    // The build compresses at best quality already.
    sentCount: ready.br ? popularCount : 0,
  }
}

/** Takes over how popular a page was before it was rendered anew, and where it is the same, what was compressed of it. */
export function takeOver(before: CachedResponse, response: CachedResponse) {
  response.sentCount = Math.min(before.sentCount, popularCount - 1)
  if (response.etag === undefined || response.etag !== before.etag) return
  response.bodies = before.bodies
  response.compressing = before.compressing
  response.sentCount = before.sentCount
}

/** An upper estimate of its memory, in bytes: all compressed bodies together are smaller than the plain text. */
export const bytesOf = ({ bodies, isWorthCompressing }: CachedResponse) =>
  bodies.plain.length * (isWorthCompressing ? 2 : 1) + 2_000

const encodingFor = (response: CachedResponse, acceptEncoding: string) =>
  response.isWorthCompressing ? chooseEncoding(acceptEncoding) : undefined

/** Whether the body exists already in the encoding that this client accepts. */
export function isReadyFor(response: CachedResponse, acceptEncoding: string): boolean {
  const encoding = encodingFor(response, acceptEncoding)
  return encoding === undefined || response.bodies[encoding] !== undefined
}

/** Compresses it in every encoding at best quality. */
export async function compressBest(response: CachedResponse) {
  if (!response.isWorthCompressing) return
  const { plain } = response.bodies
  for (const encoding of encodings) {
    response.bodies[encoding] ??= await compress(plain, encoding, bestQuality)
  }
}

async function ensureEncoded(response: CachedResponse, acceptEncoding: string) {
  const encoding = encodingFor(response, acceptEncoding)
  const { bodies, compressing } = response
  if (!encoding || bodies[encoding]) return
  compressing[encoding] ??= compress(bodies.plain, encoding, quickQuality)
    .then((body) => {
      bodies[encoding] ??= body
    })
    // Also one that has failed: the next client tries again.
    .finally(() => {
      delete compressing[encoding]
    })
  await compressing[encoding]
}

let queued = 0
let queue = Promise.resolve()

/** Counts a send in brotli. Popular responses are compressed at best quality, one after the other. */
function countSent(response: CachedResponse) {
  response.sentCount += 1
  const isPopular = response.sentCount === popularCount
  if (!isPopular || response.bodies.plain.length > bestBytesMax) return
  if (queued >= queueMax) {
    response.sentCount = 0
    return
  }
  queued += 1
  queue = queue
    .then(async () => {
      response.bodies.br = await compress(response.bodies.plain, 'br', bestQuality)
      await setTimeout(pauseMs, undefined, { ref: false })
    })
    .finally(() => {
      queued -= 1
    })
}

/** Picks the status, headers and body for a client by its Accept-Encoding and If-None-Match. */
function negotiate(
  response: CachedResponse,
  acceptEncoding: string,
  ifNoneMatch: string | undefined,
) {
  const chosen = encodingFor(response, acceptEncoding)
  const encoding = chosen && response.bodies[chosen] ? chosen : undefined
  if (encoding === 'br') countSent(response)
  const body = (encoding && response.bodies[encoding]) ?? response.bodies.plain
  const headers: Record<string, string> = { ...response.headers }
  if (response.etag) headers.etag = `"${response.etag}${encoding ? `-${encoding}` : ''}"`
  if (encoding) headers['content-encoding'] = encoding
  const isKnown = headers.etag && ifNoneMatch !== undefined && matches(ifNoneMatch, headers.etag)
  if (isKnown && response.status === 200) {
    return { status: 304, headers, body: null }
  }
  headers['content-length'] = String(body.length)
  return { status: response.status, headers, body }
}

/** Converts a cached response to a `Response`, and compresses it first if necessary. */
export async function toResponse(request: Request, response: CachedResponse) {
  const acceptEncoding = request.headers.get('accept-encoding') ?? ''
  await ensureEncoded(response, acceptEncoding)
  const { status, headers, body } = negotiate(
    response,
    acceptEncoding,
    request.headers.get('if-none-match') ?? undefined,
  )
  const isHead = request.method === 'HEAD'
  return new Response(isHead ? null : (body as Buffer<ArrayBuffer> | null), { status, headers })
}

const matches = (header: string, etag: string) =>
  header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/**
 * Writes a cached response to the connection, past the app.
 * @param more headers besides the response's own
 * @returns the status: 304 where the client has this response already
 */
export function writeResponse(
  request: IncomingMessage,
  outgoing: ServerResponse,
  response: CachedResponse,
  more: Record<string, string>,
) {
  const { status, headers, body } = negotiate(
    response,
    String(request.headers['accept-encoding'] ?? ''),
    request.headers['if-none-match'],
  )
  // Since HTTP/1.1 a connection stays open without these 46 bytes.
  if (outgoing.shouldKeepAlive) outgoing.removeHeader('connection')
  outgoing.writeHead(status, Object.assign(headers, more))
  outgoing.end(request.method === 'HEAD' ? undefined : body)
  return status
}
