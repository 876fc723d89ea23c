import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { badRequest, tooLarge } from './errors.ts'

const paths = new WeakMap<Blob, string>()

/** Where the bytes of an uploaded file lie on disk until the call ends. */
export function spooledPath(file: File) {
  const path = paths.get(file)
  if (path === undefined) throw new Error('Not an uploaded file')
  return path
}

/**
 * Reads a multipart body piece by piece: files go to disk as they arrive and stand in the form as Files
 * that read from there, so that an upload takes no memory of its size.
 * @param filesMax the most bytes of each file that may come, by field; another field's file is refused
 * @param dispose is to be called when the call has ended: it removes what was spooled
 * @throws 413 as soon as a limit is passed, 400 when the body is no form data
 */
export async function readMultipart(
  request: Request,
  filesMax: Readonly<Record<string, number>>,
  spoolDir: string,
): Promise<{ form: FormData; dispose(): Promise<void> }> {
  const form = new FormData()
  const spooled: string[] = []
  const writes: Promise<void>[] = []
  const dispose = async () => {
    await Promise.allSettled(spooled.map((path) => rm(path, { force: true })))
  }
  try {
    if (!request.body) throw badRequest('The body is empty.')
    const parser = parserFor(request.headers)
    const body = Readable.fromWeb(request.body as never)
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated) body.destroy(tooLarge(`${name} is too long.`))
      form.append(name, value)
    })
    parser.on('partsLimit', () => body.destroy(tooLarge('The form has too many fields.')))
    parser.on('file', (field, stream, info) => {
      const bytesMax = filesMax[field]
      if (bytesMax === undefined || form.has(field)) {
        stream.resume()
        body.destroy(badRequest(`No file is expected as ${field}.`))
        return
      }
      // The part's place in the form is taken at once, so that a second file of the name is refused.
      form.append(field, '')
      const path = join(spoolDir, randomUUID())
      spooled.push(path)
      let bytes = 0
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > bytesMax)
          body.destroy(tooLarge(`${field} must be ${bytesMax / 1024 / 1024}MB or smaller.`))
      })
      writes.push(
        pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(async () => {
          const file = new File([await openAsBlob(path)], info.filename ?? field, {
            type: info.mimeType,
          })
          paths.set(file, path)
          form.set(field, file)
        }),
      )
    })
    await pipeline(body, parser).catch(async (error: unknown) => {
      await Promise.allSettled(writes)
      if (error instanceof Error && 'status' in error) throw error
      throw badRequest('The form data could not be read. Please send it again.')
    })
    await Promise.all(writes)
    return { form, dispose }
  } catch (error) {
    await dispose()
    throw error
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
