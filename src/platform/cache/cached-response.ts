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

/** An answer that is the same for everybody, ready to be sent. */
export type PreparedAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** As it is, and in the forms that clients have asked for. */
  bodies: Partial<Record<Encoding, Buffer>> & { readonly plain: Buffer }
  /** The hash of the plain body, to which the encoding is added. */
  tag: string
  isWorthCompressing: boolean
  /** The forms that are just being made. */
  making: Partial<Record<Encoding, Promise<Buffer>>>
  /** How often it has been sent in brotli. */
  sent: number
}

/** Somebody waits for the first answer, which may be the last one as well. */
const quickQuality = 5
/** What has been sent so often will be again, and is worth a twentieth of a second for a tenth fewer bytes. */
const sentOften = 3
const bestQuality = 11
/** A processor that is wanted for more than that rests in between. */
const restMs = 500
const waitingMax = 50

/** Prepares an answer. It is compressed when somebody asks for it so, unless that is `ready`. */
export async function prepareAnswer(
  status: number,
  headers: Record<string, string>,
  plain: Buffer,
  ready: Partial<Record<Encoding, Buffer>> = {},
): Promise<PreparedAnswer> {
  const tag = hash('sha256', plain, 'base64url').slice(0, 27)
  const isText = /^(text\/|application\/(json|javascript|manifest|([a-z]+\+)?xml)|image\/svg)/.test(
    headers['content-type'] ?? '',
  )
  const isSmallerReady = ready.br !== undefined && ready.br.length < plain.length
  const isWorthCompressing = isText && (plain.length >= compressedBytesMin || isSmallerReady)
  return {
    status,
    headers: { ...headers, vary: 'accept-encoding' },
    bodies: isWorthCompressing ? { ...ready, plain } : { plain },
    tag,
    isWorthCompressing,
    making: {},
    // What came compressed is as small as it gets.
    sent: ready.br ? sentOften : 0,
  }
}

/** The bytes that a prepared answer takes in memory at most, roughly: compressed, text is less than half as large. */
export const bytesOf = ({ bodies, isWorthCompressing }: PreparedAnswer) =>
  bodies.plain.length * (isWorthCompressing ? 2 : 1) + 2_000

const encodingFor = (answer: PreparedAnswer, acceptEncoding: string) =>
  answer.isWorthCompressing ? chooseEncoding(acceptEncoding) : undefined

/** Whether the answer is there in the form that this client takes, so that it can be sent at once. */
export function isReadyFor(answer: PreparedAnswer, acceptEncoding: string): boolean {
  const encoding = encodingFor(answer, acceptEncoding)
  return encoding === undefined || answer.bodies[encoding] !== undefined
}

/** Compresses the answer in every form that there is, as small as can be. */
export async function makeSmall(answer: PreparedAnswer) {
  if (!answer.isWorthCompressing) return
  const { plain } = answer.bodies
  for (const encoding of encodings) {
    answer.bodies[encoding] ??= await compress(plain, encoding, bestQuality)
  }
}

async function makeReadyFor(answer: PreparedAnswer, acceptEncoding: string) {
  const encoding = encodingFor(answer, acceptEncoding)
  if (!encoding || answer.bodies[encoding]) return
  answer.making[encoding] ??= compress(answer.bodies.plain, encoding, quickQuality)
  answer.bodies[encoding] ??= await answer.making[encoding]
}

let waiting = 0
let improved = Promise.resolve()

/** Counts that the answer is sent in brotli. What is sent often is made as small as can be, one after the other. */
function countSent(answer: PreparedAnswer) {
  answer.sent += 1
  if (answer.sent !== sentOften) return
  if (waiting >= waitingMax) {
    answer.sent = 0
    return
  }
  waiting += 1
  improved = improved
    .then(async () => {
      answer.bodies.br = await compress(answer.bodies.plain, 'br', bestQuality)
      await setTimeout(restMs, undefined, { ref: false })
    })
    .finally(() => {
      waiting -= 1
    })
}

/** What goes out to a client that takes these encodings and may have the answer already. */
function chooseAnswer(
  answer: PreparedAnswer,
  acceptEncoding: string,
  ifNoneMatch: string | undefined,
) {
  const chosen = encodingFor(answer, acceptEncoding)
  const encoding = chosen && answer.bodies[chosen] ? chosen : undefined
  if (encoding === 'br') countSent(answer)
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
export async function preparedResponse(request: Request, answer: PreparedAnswer) {
  const acceptEncoding = request.headers.get('accept-encoding') ?? ''
  await makeReadyFor(answer, acceptEncoding)
  const { status, headers, body } = chooseAnswer(
    answer,
    acceptEncoding,
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
