import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../http/context.ts'
import { nodeStreamOf } from '../node-stream.ts'

/** Does something with a copy of a stored file on the disk, which is removed afterwards. */
export async function withStoredFile<Result>(
  storage: Services['storage'],
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  // The upkeep empties this folder when the process was killed.
  const path = join(storage.spoolDir, `text-${randomUUID()}`)
  try {
    const content = nodeStreamOf(await storage.read(key))
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
