import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { badRequest, tooLarge, uploadStalled } from './errors.ts'

/** The most bytes of each file that a call takes, by field. */
type FilesMax = Readonly<Record<string, number>>

/** What the fields and boundaries of a form may take besides its files. */
const fieldBytesMax = 1024 * 1024

/**
 * What becomes of a file over its limit: the form is refused at once, or the file is cut one byte past the limit and the
 * rest of it thrown away as it comes, so that a page can tell of it beside the fields.
 */
export type LargeFiles = 'refused' | 'cut'

/** How much of large files is thrown away before the form is refused all the same. */
const cutBytesMax = 100 * 1024 * 1024

/** A connection that was lost without a word would hold its place until the server's own time is over. */
const stalledMs = 60_000

/** The most bytes that a form with such files may have. */
export const formBytesMax = (filesMax: FilesMax, largeFiles: LargeFiles = 'refused') =>
  Object.values(filesMax).reduce(
    (sum, bytes) => sum + bytes,
    fieldBytesMax + (largeFiles === 'cut' ? cutBytesMax : 0),
  )

/** 413 for a form that is too large: as a rule, because of a file. */
export const formTooLarge = (filesMax: FilesMax) =>
  tooLarge(
    Object.entries(filesMax)
      .map(([field, bytes]) => `${field} must be ${Math.floor(bytes / 1024 / 1024)}MB or smaller.`)
      .join(' '),
  )

type Spooled = { path: string; sha256: string }

const spooledFiles = new WeakMap<Blob, Spooled>()

/** Where the bytes of an uploaded file lie on disk until the call ends, and their SHA-256 in hexadecimal. */
export function spooledFile(file: File): Spooled {
  const spooled = spooledFiles.get(file)
  if (spooled === undefined) throw new Error('Not an uploaded file')
  return spooled
}

/**
 * Reads a multipart body piece by piece: files go to disk as they arrive and stand in the form as Files
 * that read from there, so that an upload takes no memory of its size.
 * @param filesMax the most bytes of each file that may come, by field; another field's file is refused
 * @param dispose is to be called when the call has ended: it removes what was spooled
 * @throws 413 as soon as a limit is passed, 408 when nothing comes for a minute, 400 when the body is no form data
 */
export async function readMultipart(
  request: Request,
  filesMax: FilesMax,
  spoolDir: string,
  largeFiles: LargeFiles = 'refused',
  stallMs = stalledMs,
): Promise<{ form: FormData; dispose(): Promise<void> }> {
  const form = new FormData()
  const spooled: string[] = []
  const writes: Promise<void>[] = []
  let stall: NodeJS.Timeout | undefined
  const dispose = async () => {
    await Promise.allSettled(spooled.map((path) => rm(path, { force: true })))
  }
  try {
    if (!request.body) throw badRequest('The body is empty.')
    const parser = parserFor(request.headers)
    const body = Readable.fromWeb(request.body as never)
    let refusal: unknown
    // What is found wrong in the last piece comes when the body is read to its end already.
    const refuse = (error: Error) => {
      refusal ??= error
      body.destroy(error)
    }
    stall = setTimeout(() => refuse(uploadStalled()), stallMs)
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated) refuse(tooLarge(`${name} is too long.`))
      form.append(name, value)
    })
    parser.on('partsLimit', () => refuse(tooLarge('The form has too many fields.')))
    parser.on('file', (field, stream, info) => {
      const bytesMax = Object.hasOwn(filesMax, field) ? filesMax[field] : undefined
      if (bytesMax === undefined || form.has(field)) {
        // Nobody reads this file, so nobody else would hear that it broke off with the body.
        stream.on('error', () => {}).resume()
        refuse(badRequest(`No file is expected as ${field}.`))
        return
      }
      // The part's place in the form is taken at once, so that a second file of the name is refused.
      form.append(field, '')
      const path = join(spoolDir, randomUUID())
      spooled.push(path)
      // Hashed as it comes, so that it need not be read again for that.
      const hash = createHash('sha256')
      let bytes = 0
      const upToLimit = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const left = bytesMax + 1 - bytes
          hash.update(chunk)
          bytes += chunk.length
          if (left > 0) yield chunk.subarray(0, left)
          if (bytes > bytesMax && largeFiles === 'refused')
            refuse(formTooLarge({ [field]: bytesMax }))
        }
      }
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      const write = pipeline(stream, upToLimit, target).then(async () => {
        // So a browser sends a field in which no file was chosen.
        if (info.filename === undefined && bytes === 0) return form.delete(field)
        const blob = await openAsBlob(path)
        const file = new File([blob], info.filename ?? field, { type: info.mimeType })
        spooledFiles.set(file, { path, sha256: hash.digest('hex') })
        form.set(field, file)
      })
      writes.push(write)
      write.catch((error: Error) => {
        // A body that broke off takes its files with it; a disk that takes no more ends the body.
        if (!body.errored && !parser.errored) refuse(error)
      })
    })
    const watched = withinLimit(filesMax, largeFiles, () => stall?.refresh())
    await pipeline(body, watched, parser).catch(async (error: unknown) => {
      await Promise.allSettled(writes)
      if (refusal) throw refusal
      if (error instanceof Error && 'status' in error) throw error
      throw badRequest('The form data could not be read. Please send it again.')
    })
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

/** Passes a body on as long as it keeps to the limit, also one that did not say its length before. */
const withinLimit = (filesMax: FilesMax, largeFiles: LargeFiles, onPiece: () => void) =>
  async function* (body: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of body) {
      onPiece()
      bytes += chunk.length
      if (bytes > formBytesMax(filesMax, largeFiles)) throw formTooLarge(filesMax)
      yield chunk
    }
  }

function parserFor(headers: Headers) {
  try {
    return busboy({
      headers: Object.fromEntries(headers),
      defParamCharset: 'utf8',
      limits: { fieldSize: 64 * 1024, fields: 60, files: 5, parts: 60, fieldNameSize: 100 },
    })
  } catch {
    throw badRequest('The form data could not be read. Please send it again.')
  }
}
