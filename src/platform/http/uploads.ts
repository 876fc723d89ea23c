import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FileInfo } from 'busboy'
import type { RequestContext } from './context.ts'
import { badRequest, tooLarge, tooManyChunks, uploadStalled } from './errors.ts'
import { parserFor } from './form-parser.ts'
import { incomingBody, readChunks } from './request-body.ts'
import { createSpool, noteSpooled, receive, type Spool } from './spool.ts'

/** The maximum bytes of each file that a procedure accepts, by field. */
type FilesMax = Readonly<Record<string, number>>

/** The maximum for fields and boundaries, besides the files. */
const fieldBytesMax = 1024 * 1024

/**
 * How a file over its limit is handled: the form is refused at once, or the file is cut one byte past the limit and
 * the rest discarded as it arrives, so that a page without JavaScript can show the error beside the field.
 */
export type LargeFiles = 'refused' | 'cut'

/** How many bytes of large files are discarded before the form is refused after all. */
const cutBytesMax = 100 * 1024 * 1024

/** All fields of a form together: as much as a form without files may have. */
const fieldsTotalMax = 256 * 1024

/** A body of more chunks than this must have that many bytes a chunk on average. */
const crumbsMax = 2_000
const chunkBytesMin = 64

/** Whether a body comes in so many tiny chunks that it would hold up all others. */
export const hasTinyChunks = (chunks: number, bytes: number) =>
  chunks > crumbsMax && bytes < chunks * chunkBytesMin

/** Otherwise a silently lost connection would hold its slot until the server's own timeout. */
const stalledMs = 60_000

/** The maximum bytes of a form with these files. */
export const formBytesMax = (filesMax: FilesMax, largeFiles: LargeFiles = 'refused') =>
  Object.values(filesMax).reduce(
    (sum, bytes) => sum + bytes,
    fieldBytesMax + (largeFiles === 'cut' ? cutBytesMax : 0),
  )

/** 413 for a form that is too large; the message blames the files, the usual cause. */
export const formTooLarge = (filesMax: FilesMax) =>
  tooLarge(
    Object.entries(filesMax)
      .map(([field, bytes]) => `${field} must be ${Math.floor(bytes / 1024 / 1024)}MB or smaller.`)
      .join(' '),
  )

type Reading = {
  largeFiles?: LargeFiles
  context?: Partial<Pick<RequestContext, 'incoming' | 'responseHeaders'>> & {
    config?: { workers: number }
  }
  /** How long nothing may arrive. */
  stallMs?: number
}

/**
 * Streams a multipart body: files that are not small are written to disk as they arrive and appear in the form as Files
 * backed by disk, so that an upload doesn't occupy memory of its size.
 * @param filesMax the maximum bytes of each expected file, by field; files of other fields are refused
 * @returns the form, and `dispose`, which removes the spooled files; call it when the request has ended
 * @throws 413 as soon as a limit is exceeded, 408 when nothing arrives for a minute, 400 when the body is no form data,
 * comes in crumbs, or has a text that is not UTF-8
 */
export async function readMultipart(
  request: Request,
  filesMax: FilesMax,
  spoolDir: string,
  { largeFiles = 'refused', context = {}, stallMs = stalledMs }: Reading = {},
): Promise<{ form: FormData; dispose(): Promise<void> }> {
  const spool = createSpool(spoolDir, context.config)
  const writes: Promise<void>[] = []
  const dispose = async () => {
    // A file that is still being opened would appear after its removal.
    await Promise.allSettled(writes)
    await spool.remove()
  }
  let stall: NodeJS.Timeout | undefined
  try {
    const body = incomingBody(request, context)
    if (!body) throw badRequest('The body is empty.')
    const { parser, decode } = parserFor(request.headers)
    const parsed = finished(parser)
    parsed.catch(() => {})
    const { ended, stop } = readChunks(
      body,
      withinLimit(filesMax, largeFiles, context, (chunk) => {
        stall?.refresh()
        if (parser.write(chunk)) return
        body.pause()
        parser.once('drain', () => body.resume())
      }),
    )
    let refusal: unknown
    // Remembered, because an error in the last chunk is found when the body has ended.
    const refuse = (error: Error) => {
      refusal ??= error
      stop(error)
    }
    parser.once('error', stop)
    stall = setTimeout(() => refuse(uploadStalled()), stallMs)
    const form = new FormData()
    const upload: Upload = { form, spool, writes, filesMax, largeFiles, fieldsTotal: 0, refuse }
    parser.on('field', (name, read, info) => {
      if (info.valueTruncated) return refuse(tooLarge(`${name} is too long.`))
      receiveField(name, decode(read), upload)
    })
    parser.on('partsLimit', () => refuse(tooLarge('The form has too many fields.')))
    parser.on('file', (field, stream, info) => {
      receiveFile(field, stream, info, upload)?.catch((error: Error) => {
        // A write fails after the body has (nothing to add), or by itself: a full disk ends the request.
        if (parser.destroyed) return
        refuse(error)
        parser.destroy(error)
      })
    })
    try {
      await ended
      parser.end()
      await parsed
    } catch (error) {
      parser.destroy(error as Error)
      await Promise.allSettled(writes)
      if (refusal) throw refusal
      if (error instanceof Error && 'status' in error) throw error
      throw badRequest('The form data could not be read. Please send it again.')
    }
    await Promise.all(writes)
    if (refusal) throw refusal
    return { form, dispose }
  } catch (error) {
    await dispose()
    throw error
  } finally {
    clearTimeout(stall)
  }
}

/** A form while it arrives. */
type Upload = {
  form: FormData
  spool: Spool
  /** Those of its files, each of which ends when the file is in the form. */
  writes: Promise<void>[]
  filesMax: FilesMax
  largeFiles: LargeFiles
  /** The characters of its texts. */
  fieldsTotal: number
  /** Ends it; of several errors the first counts. */
  refuse(error: Error): void
}

/** Puts a text into the form. @param value null for one that is not UTF-8 */
function receiveField(name: string, value: string | null, upload: Upload) {
  if (value === null) {
    const problem = `${name} has characters that cannot be read. Please type them again.`
    return upload.refuse(badRequest(problem))
  }
  upload.fieldsTotal += name.length + value.length
  if (upload.fieldsTotal > fieldsTotalMax)
    return upload.refuse(tooLarge('The texts of this form are too long.'))
  // Browsers send each line break of a form as two characters, and count it as one.
  upload.form.append(name, value.replaceAll('\r\n', '\n'))
}

/** Refuses a file that is not expected, or begins to put it into the form. @returns its write */
function receiveFile(field: string, stream: Readable, info: FileInfo, upload: Upload) {
  const { form, filesMax, writes, refuse } = upload
  const bytesMax = Object.hasOwn(filesMax, field) ? filesMax[field] : undefined
  if (bytesMax === undefined || form.has(field)) {
    // Without a listener, an error of this unread stream would crash the process.
    stream.on('error', () => {}).resume()
    refuse(badRequest(`No file is expected as ${field}.`))
    return
  }
  // Reserves the field at once, so that a second file of the same name is refused.
  form.append(field, '')
  const write = writeFileOf(field, stream, info, bytesMax, upload)
  writes.push(write)
  return write
}

async function writeFileOf(
  field: string,
  stream: Readable,
  { filename, mimeType }: FileInfo,
  bytesMax: number,
  { form, spool, largeFiles, refuse }: Upload,
) {
  const path = spool.newPath()
  // Hashed while it arrives, to save a second read.
  const hash = createHash('sha256')
  let bytes = 0
  const upToLimit = (chunk: Buffer) => {
    const left = Math.max(0, bytesMax + 1 - bytes)
    hash.update(chunk)
    bytes += chunk.length
    if (bytes > bytesMax && largeFiles === 'refused') refuse(formTooLarge({ [field]: bytesMax }))
    return chunk.subarray(0, left)
  }
  const content = await receive(stream, upToLimit, path, spool)
  // Browsers send an empty part without a file name when no file was chosen.
  if (filename === undefined && bytes === 0) return form.delete(field)
  const blob = 'bytes' in content ? content.bytes : await openAsBlob(path)
  const file = new File([blob as BlobPart], filename ?? field, { type: mimeType })
  noteSpooled(file, { content, sha256: hash.digest('hex') }, path, spool)
  form.set(field, file)
}

/** Enforces the limits of a body, also of one without Content-Length. */
function withinLimit(
  filesMax: FilesMax,
  largeFiles: LargeFiles,
  { responseHeaders = new Headers() }: { responseHeaders?: Headers },
  use: (chunk: Buffer) => void,
) {
  const bytesMax = formBytesMax(filesMax, largeFiles)
  let chunks = 0
  let bytes = 0
  return (chunk: Buffer) => {
    chunks += 1
    bytes += chunk.length
    if (hasTinyChunks(chunks, bytes)) throw tooManyChunks(responseHeaders)
    if (bytes > bytesMax) throw formTooLarge(filesMax)
    use(chunk)
  }
}
