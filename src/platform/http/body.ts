import { ORPCError } from '@orpc/server'
import { perWorker } from '../per-worker.ts'
import {
  badRequest,
  bodyTooSlow,
  serverBusy,
  tooLarge,
  tooManyChunks,
  tooManyRequests,
  unsupportedMediaType,
} from './errors.ts'
import { incomingBody, readChunks } from './request-body.ts'
import { acquireUploadSlot, type UploadContext } from './upload-slots.ts'
import {
  formBytesMax,
  formTooLarge,
  hasTinyChunks,
  type LargeFiles,
  readMultipart,
} from './uploads.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const smallBytesMax = 256 * 1024
/** A slow phone sends 256 kB in this time; a client that sends byte by byte holds its connection no longer. */
const smallMsMax = 20_000

/**
 * Reads the body under its limits: JSON and URL-encoded forms into memory, the files of multipart forms to disk. Limits
 * are checked against Content-Length first, and again while the body arrives.
 * @param files the files that the procedure accepts: the maximum bytes by field
 * @param textMsMax how long a body without files may take
 * @throws 408, 413, 415, 429, 503, 507 or 400
 */
export async function readBody(
  request: Request,
  files: Readonly<Record<string, number>> | undefined,
  context: UploadContext,
  {
    largeFiles = 'refused',
    textMsMax = smallMsMax,
  }: { largeFiles?: LargeFiles; textMsMax?: number } = {},
): Promise<{ request: Request; dispose(): Promise<void> }> {
  const nothing = { request, dispose: async () => {} }
  if (request.method === 'GET' || request.method === 'HEAD') return nothing
  if (!context.incoming && !request.body) return nothing
  const declared = Number(request.headers.get('content-length') ?? 0)
  const type = (request.headers.get('content-type') ?? '').toLowerCase()

  if (files && type.startsWith('multipart/form-data')) {
    if (declared > formBytesMax(files, largeFiles)) throw formTooLarge(files)
    return readUpload(request, files, context, largeFiles)
  }
  if (files) throw unsupportedMediaType('Please send multipart/form-data.')
  if (type !== '' && !/^application\/(json|x-www-form-urlencoded)\b/.test(type)) {
    throw unsupportedMediaType('Please send application/json.')
  }
  const body = await readSmallBody(request, context, textMsMax)
  const text = decodeBody(body, type)
  if (type.includes('json') || type === '') checkJson(text)
  else refuseManyFields(body, type)
  const read = withBody(request, type, { text: async () => text })
  return { request: read, dispose: async () => {} }
}

/** Holds an upload slot until the request has ended and its files are removed from the spool. */
async function readUpload(
  request: Request,
  files: Readonly<Record<string, number>>,
  context: UploadContext,
  largeFiles: LargeFiles,
) {
  const releaseSlot = await acquireUploadSlot(context, formBytesMax(files))
  try {
    const { spoolDir } = context.storage
    const { form, dispose } = await readMultipart(request, files, spoolDir, { largeFiles, context })
    return {
      request: withBody(request, 'multipart/form-data', { formData: async () => form }),
      dispose: () => dispose().finally(releaseSlot),
    }
  } catch (error) {
    releaseSlot()
    throw error
  }
}

/** What bodies without files take while they arrive, on a machine: of one client, and of all together. */
const textsOfClientMax = 8 * 1024 * 1024
const textsTotalMax = 64 * 1024 * 1024
/** What each process takes of a client in any case: its connections may all have come to one of many. */
const textsOfClientMin = 4 * smallBytesMax
let textsTotal = 0
const textsOf = new Map<string, number>()

/**
 * Counts the bytes of a body that has yet to arrive whole, of which a client could leave thousands unfinished.
 * @throws 429, or 503 where those of all clients are too many
 */
function holdText({ clientIp, config, responseHeaders }: TextContext, bytes: number) {
  const ofClient = (textsOf.get(clientIp) ?? 0) + bytes
  textsTotal += bytes
  if (ofClient > 0) textsOf.set(clientIp, ofClient)
  else textsOf.delete(clientIp)
  if (bytes < 0) return
  const ofClientMax = Math.max(textsOfClientMin, perWorker(textsOfClientMax, config))
  if (ofClient > ofClientMax) throw tooManyRequests(responseHeaders, textRetryS)
  if (textsTotal > perWorker(textsTotalMax, config)) throw serverBusy(responseHeaders, textRetryS)
}

/** Those that hold the room are refused by then. */
const textRetryS = smallMsMax / 1000

type TextContext = Pick<UploadContext, 'clientIp' | 'config' | 'responseHeaders' | 'incoming'>

/**
 * Reads a body without files.
 * @throws 413 over 256 KiB, 408 when it takes longer than `msMax`, 400 when it breaks off, or comes in crumbs,
 * 429 or 503 while very many are arriving
 */
export async function readSmallBody(
  request: Request,
  context: TextContext,
  msMax = smallMsMax,
): Promise<Buffer<ArrayBuffer>> {
  const body = incomingBody(request, context)
  if (!body) return Buffer.alloc(0)
  if (Number(request.headers.get('content-length') ?? 0) > smallBytesMax) throw smallTooLarge()
  const { responseHeaders } = context
  const chunks: Buffer[] = []
  let bytes = 0
  const { ended, stop } = readChunks(body, (chunk) => {
    bytes += chunk.length
    if (bytes > smallBytesMax) throw smallTooLarge()
    chunks.push(chunk)
    holdText(context, chunk.length)
    if (hasTinyChunks(chunks.length, bytes)) throw tooManyChunks(responseHeaders)
  })
  const timer = setTimeout(() => stop(bodyTooSlow(responseHeaders)), msMax)
  try {
    await ended
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof ORPCError) throw error
    // A lost connection is the client's error, not a 500.
    throw badRequest('The body broke off. Please send it again.')
  } finally {
    clearTimeout(timer)
    holdText(context, -chunks.reduce((sum, { length }) => sum + length, 0))
  }
}

const smallTooLarge = () => tooLarge(`The body must be ${smallBytesMax / 1024} kB or smaller.`)

function checkJson(text: string) {
  if (text === '') return
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw badRequest('The body is no valid JSON.')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return
  if (Object.keys(json).length > fieldsMax) throw tooManyFields()
}

/**
 * Decodes the body of a form or a call. Other bytes would be stored as the replacement character.
 * @throws 400 when it is not UTF-8, or has other bytes URL-encoded
 */
export function decodeBody(body: Buffer, type: string) {
  try {
    const text = decoder.decode(body)
    // A percent sign that encodes nothing stands for itself in a form.
    if (/urlencoded/i.test(type)) decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
    return text
  } catch {
    throw badRequest('The body is no valid UTF-8.')
  }
}

/** Far more than any call or form has. */
const fieldsMax = 200
const tooManyFields = () => badRequest('This form has too many fields.')

/**
 * Looks at the bytes of a form alone. Reading tens of thousands of fields would keep others waiting, and the refusal
 * would name each.
 * @throws 400
 */
export function refuseManyFields(body: Buffer, type: string) {
  // An ampersand stands between fields, the other mark at the head of each.
  const mark = /^multipart/i.test(type) ? 'form-data' : '&'
  let count = 0
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) count += 1
  if (count > fieldsMax) throw tooManyFields()
}

/**
 * Wraps a request whose body has been read, so that oRPC gets it from these methods. oRPC chooses the method by the
 * content type, and knows that in lower case only.
 */
function withBody(
  request: Request,
  type: string,
  methods: Partial<Pick<Request, 'text' | 'formData'>>,
): Request {
  const headers = new Headers(request.headers)
  if (type !== '') headers.set('content-type', type)
  // With this one oRPC would read a file from the body, which is read already.
  headers.delete('content-disposition')
  const read = { ...methods, headers }
  return new Proxy(request, {
    get(target, property) {
      if (Object.hasOwn(read, property)) return read[property as keyof typeof read]
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
