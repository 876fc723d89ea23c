import type { RequestContext } from './context.ts'
import { badRequest, tooLarge, unsupportedMediaType } from './errors.ts'
import { acquireUploadSlot } from './upload-slots.ts'
import { formBytesMax, formTooLarge, type LargeFiles, readMultipart } from './uploads.ts'

const jsonBytesMax = 256 * 1024

/**
 * The request with a body that is safe to read whole: JSON and plain forms up to a limit, form data with
 * its files on disk. Limits hold before the body is read, and again while it comes.
 * @param files the files that the call takes, by field, with the most bytes of each
 * @throws 408, 413, 415, 429 or 400
 */
export async function readBody(
  request: Request,
  files: Readonly<Record<string, number>> | undefined,
  context: Pick<RequestContext, 'storage' | 'clientIp' | 'responseHeaders'>,
  largeFiles: LargeFiles = 'refused',
): Promise<{ request: Request; dispose(): Promise<void> }> {
  const nothing = { request, dispose: async () => {} }
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return nothing
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
  if (declared > jsonBytesMax)
    throw tooLarge(`The body must be ${jsonBytesMax / 1024} kB or smaller.`)
  const text = await readText(request.body)
  if (type.includes('json') || type === '') checkJson(text)
  const read = withBody(request, type, { text: async () => text })
  return { request: read, dispose: async () => {} }
}

/** Holds the upload's place until the call has ended and its files are gone from the spool. */
async function readUpload(
  request: Request,
  files: Readonly<Record<string, number>>,
  context: Pick<RequestContext, 'storage' | 'clientIp' | 'responseHeaders'>,
  largeFiles: LargeFiles,
) {
  const givePlaceBack = acquireUploadSlot(context)
  try {
    const { form, dispose } = await readMultipart(
      request,
      files,
      context.storage.spoolDir,
      largeFiles,
    )
    return {
      request: withBody(request, 'multipart/form-data', { formData: async () => form }),
      dispose: () => dispose().finally(givePlaceBack),
    }
  } catch (error) {
    givePlaceBack()
    throw error
  }
}

async function readText(body: ReadableStream<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const pieces = body.getReader()
  for (;;) {
    const { done, value } = await pieces.read().catch(() => {
      // A connection that was lost on the way is no failure of ours.
      throw badRequest('The body broke off. Please send it again.')
    })
    if (done) return new TextDecoder().decode(Buffer.concat(chunks))
    bytes += value.length
    if (bytes > jsonBytesMax)
      throw tooLarge(`The body must be ${jsonBytesMax / 1024} kB or smaller.`)
    chunks.push(value)
  }
}

function checkJson(text: string) {
  if (text === '') return
  try {
    JSON.parse(text)
  } catch {
    throw badRequest('The body is no valid JSON.')
  }
}

/**
 * A request whose body has been read: the reader of bodies asks for it by one of these methods, and chooses among them
 * by its type, which it knows in small letters alone.
 */
function withBody(
  request: Request,
  type: string,
  methods: Partial<Pick<Request, 'text' | 'formData'>>,
): Request {
  const headers = new Headers(request.headers)
  if (type !== '') headers.set('content-type', type)
  const read = { ...methods, headers }
  return new Proxy(request, {
    get(target, property) {
      if (Object.hasOwn(read, property)) return read[property as keyof typeof read]
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
