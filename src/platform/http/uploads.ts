import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Content } from '../storage/storage.ts'
import type { RequestContext } from './context.ts'
import { badRequest, tooLarge, tooManyChunks, uploadStalled } from './errors.ts'
import { parserFor } from './form-parser.ts'
import { incomingBody, readChunks } from './request-body.ts'

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

/** From so many on, the chunks of a body must have this many bytes on average. */
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

/** Files up to this size are held in memory, which saves the disk most of its work. */
const heldBytesMax = 256 * 1024
/** All that are held at once. */
const heldTotalMax = 32 * 1024 * 1024
/** The least that a chunk counts: who sends a byte at a time would take much more memory than the bytes. */
const heldChunkBytesMin = 1024
let heldTotal = 0

type Spooled = {
  content: Content
  /** In hexadecimal. */
  sha256: string
  /** The path of the file, for what can read it there alone. */
  onDisk(): Promise<string>
}

const spooledFiles = new WeakMap<Blob, Spooled>()

/** The content of an uploaded file, which exists until the request ends. */
export function spooledFile(file: File): Spooled {
  const spooled = spooledFiles.get(file)
  if (spooled === undefined) throw new Error('Not an uploaded file')
  return spooled
}

type Reading = {
  largeFiles?: LargeFiles
  context?: Partial<Pick<RequestContext, 'incoming' | 'responseHeaders'>>
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
  const form = new FormData()
  const spooled: string[] = []
  const writes: Promise<void>[] = []
  let held = 0
  const dispose = async () => {
    // A file that is still being opened would appear after its removal.
    await Promise.allSettled(writes)
    heldTotal -= held
    held = 0
    await Promise.allSettled(spooled.map((path) => rm(path, { force: true })))
  }
  const hold = (bytes: number) => {
    held += bytes
    heldTotal += bytes
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
    let fieldsTotal = 0
    parser.on('field', (name, read, info) => {
      if (info.valueTruncated) return refuse(tooLarge(`${name} is too long.`))
      const value = decode(read)
      if (value === null) {
        const problem = `${name} has characters that cannot be read. Please type them again.`
        return refuse(badRequest(problem))
      }
      fieldsTotal += name.length + value.length
      if (fieldsTotal > fieldsTotalMax)
        return refuse(tooLarge('The texts of this form are too long.'))
      // Browsers send each line break of a form as two characters, and count it as one.
      form.append(name, value.replaceAll('\r\n', '\n'))
    })
    parser.on('partsLimit', () => refuse(tooLarge('The form has too many fields.')))
    parser.on('file', (field, stream, info) => {
      const bytesMax = Object.hasOwn(filesMax, field) ? filesMax[field] : undefined
      if (bytesMax === undefined || form.has(field)) {
        // Without a listener, an error of this unread stream would crash the process.
        stream.on('error', () => {}).resume()
        refuse(badRequest(`No file is expected as ${field}.`))
        return
      }
      // Reserves the field at once, so that a second file of the same name is refused.
      form.append(field, '')
      const path = join(spoolDir, randomUUID())
      // Hashed while it arrives, to save a second read.
      const hash = createHash('sha256')
      let bytes = 0
      const upToLimit = (chunk: Buffer) => {
        const left = Math.max(0, bytesMax + 1 - bytes)
        hash.update(chunk)
        bytes += chunk.length
        if (bytes > bytesMax && largeFiles === 'refused')
          refuse(formTooLarge({ [field]: bytesMax }))
        return chunk.subarray(0, left)
      }
      const write = receive(stream, upToLimit, path, { hold, note: () => spooled.push(path) }).then(
        async (content) => {
          // Browsers send an empty part without a file name when no file was chosen.
          if (info.filename === undefined && bytes === 0) return form.delete(field)
          const blob = 'bytes' in content ? content.bytes : await openAsBlob(path)
          const file = new File([blob as BlobPart], info.filename ?? field, { type: info.mimeType })
          const onDisk = async () => {
            if ('path' in content || spooled.includes(path)) return path
            spooled.push(path)
            await writeFile(path, content.bytes, { flag: 'wx', mode: 0o600 })
            return path
          }
          spooledFiles.set(file, { content, sha256: hash.digest('hex'), onDisk })
          form.set(field, file)
        },
      )
      writes.push(write)
      write.catch((error: Error) => {
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

/**
 * Takes a file in: into memory as long as it is small and there is room, else to the path.
 * @param take called with each chunk, gives what of it is kept
 * @param held `hold` is told how many bytes are held, and `note` when a file is made
 */
async function receive(
  stream: AsyncIterable<Buffer>,
  take: (chunk: Buffer) => Buffer,
  path: string,
  { hold, note }: { hold(bytes: number): void; note(): void },
): Promise<Content> {
  const held: Buffer[] = []
  let heldBytes = 0
  let file: FileHandle | undefined
  try {
    for await (const whole of stream) {
      const chunk = take(whole)
      if (chunk.length === 0) continue
      const bytes = Math.max(chunk.length, heldChunkBytesMin)
      if (!file && heldBytes + bytes <= heldBytesMax && heldTotal + bytes <= heldTotalMax) {
        hold(bytes)
        heldBytes += bytes
        held.push(chunk)
        continue
      }
      if (!file) {
        note()
        file = await open(path, 'wx', 0o600)
        for (const earlier of held.splice(0)) await file.writeFile(earlier)
        hold(-heldBytes)
      }
      await file.writeFile(chunk)
    }
  } finally {
    await file?.close()
  }
  return file ? { path } : { bytes: Buffer.concat(held) }
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
