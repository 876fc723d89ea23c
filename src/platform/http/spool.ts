import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { perWorker } from '../per-worker.ts'
import type { Content } from '../storage/storage.ts'

/** Files up to this size are held in memory, which saves the disk most of its work. */
const heldBytesMax = 256 * 1024
/** All that the processes of a machine hold at once. */
const heldTotalMax = 32 * 1024 * 1024
/** The least that a chunk counts: who sends a byte at a time would take much more memory than the bytes. */
const heldChunkBytesMin = 1024
let heldTotal = 0

/** Where the files of one form are until its request ends: in memory, or in a folder. */
export type Spool = ReturnType<typeof createSpool>

export function createSpool(folder: string, config = { workers: 1 }) {
  const totalMax = perWorker(heldTotalMax, config)
  const paths: string[] = []
  let held = 0
  return {
    newPath: () => join(folder, randomUUID()),
    /** The files in the folder, also those that are yet to be made. */
    paths,
    hasRoomFor: (bytes: number) => heldTotal + bytes <= totalMax,
    /** Counts bytes that are held in memory, or no longer. */
    hold(bytes: number) {
      held += bytes
      heldTotal += bytes
    },
    async remove() {
      heldTotal -= held
      held = 0
      await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
    },
  }
}

/**
 * Takes a file in: into memory as long as it is small and there is room, else to the path.
 * @param take called with each chunk, gives what of it is kept
 */
export async function receive(
  stream: AsyncIterable<Buffer>,
  take: (chunk: Buffer) => Buffer,
  path: string,
  spool: Spool,
): Promise<Content> {
  const held: Buffer[] = []
  let heldBytes = 0
  let file: FileHandle | undefined
  try {
    for await (const whole of stream) {
      const chunk = take(whole)
      if (chunk.length === 0) continue
      const bytes = Math.max(chunk.length, heldChunkBytesMin)
      if (!file && heldBytes + bytes <= heldBytesMax && spool.hasRoomFor(bytes)) {
        spool.hold(bytes)
        heldBytes += bytes
        held.push(chunk)
        continue
      }
      if (!file) {
        spool.paths.push(path)
        file = await open(path, 'wx', 0o600)
        for (const earlier of held.splice(0)) await file.writeFile(earlier)
        spool.hold(-heldBytes)
      }
      await file.writeFile(chunk)
    }
  } finally {
    await file?.close()
  }
  return file ? { path } : { bytes: Buffer.concat(held) }
}

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

/** Lets `spooledFile` find the content of a file. @param path where it is written if it is held and wanted on the disk */
export function noteSpooled(
  file: File,
  { content, sha256 }: Pick<Spooled, 'content' | 'sha256'>,
  path: string,
  { paths }: Spool,
) {
  const onDisk = async () => {
    if ('path' in content || paths.includes(path)) return path
    paths.push(path)
    await writeFile(path, content.bytes, { flag: 'wx', mode: 0o600 })
    return path
  }
  spooledFiles.set(file, { content, sha256, onDisk })
}
