import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import { nodeStreamOf } from '../node-stream.ts'
import { type DataKeys, MissingDataKey, openDataKeys } from '../security/data-keys.ts'
import { seal, unseal } from '../security/sealed-stream.ts'
import { openStorage, type Storage } from './storage.ts'

/** A storage that seals what is stored under a key that `sealedKey` has made, and opens it when it is read. */
export type SealedStorage = Storage & {
  /** A new key for a file that is sealed with the data key of now, whose id it names. */
  sealedKey(): string
  /** @throws MissingDataKey where the data key of the file under a key is not there */
  requireDataKey(key: string): void
}

/** What the keys of sealed files begin with. */
export const sealedFolder = 'sealed'
const sealedType = 'application/octet-stream'

/** The id of the data key that the file under a key is sealed with; null for one that is stored as it is. */
function dataKeyIdOf(key: string) {
  const [first, id, name] = key.split('/')
  return first === sealedFolder && id && name ? id : null
}

/** Opens the storage of the site. */
export async function openSealedStorage(
  config: Pick<Config, 'storageUrl' | 'dataDir' | 'dataKeys'>,
  dataKeys: DataKeys = openDataKeys(config),
): Promise<SealedStorage> {
  const storage = await openStorage(config)
  const find = (id: string) => {
    const found = dataKeys().find((one) => one.id === id)
    if (found) return found.key
    throw new MissingDataKey(id)
  }
  return {
    ...storage,
    requireDataKey(key) {
      const id = dataKeyIdOf(key)
      if (id !== null) find(id)
    },
    sealedKey: () => `${sealedFolder}/${dataKeys()[0].id}/${randomUUID()}`,
    async store(content, key, contentType, noted) {
      const id = dataKeyIdOf(key)
      if (id === null) return storage.store(content, key, contentType, noted)
      if ('bytes' in content) {
        const pieces: Buffer[] = []
        for await (const piece of seal([content.bytes], find(id), key)) pieces.push(piece)
        const bytes = Buffer.concat(pieces)
        pieces.forEach(freeBytes)
        await storage.store({ bytes }, key, sealedType, noted)
        // After a failure, and in the client of S3, something may be reading it still.
        if (!config.storageUrl) freeBytes(bytes)
        return
      }
      const path = join(storage.spoolDir, randomUUID())
      try {
        const sealed = seal(createReadStream(content.path), find(id), key)
        await pipeline(sealed, createWriteStream(path, { mode: 0o600 }))
        await storage.store({ path }, key, sealedType, noted)
      } finally {
        await rm(path, { force: true })
      }
      await rm(content.path)
    },
    async read(key) {
      const id = dataKeyIdOf(key)
      if (id === null) return storage.read(key)
      const dataKey = find(id)
      const sealed = nodeStreamOf(await storage.read(key))
      const opened = Readable.from(unseal(sealed, dataKey, key))
      // What nobody begins to read, as after a HEAD request, ends without the generator.
      opened.once('close', () => sealed.destroy())
      return Readable.toWeb(opened) as ReadableStream
    },
  }
}

const sealing = {
  files: new WeakSet<Database>(),
  'national IDs': new WeakSet<Database>(),
  'texts of resumes': new WeakSet<Database>(),
}

/**
 * Whether these are sealed already: not in the first hour of an update, when processes of the version before may serve,
 * which would not understand them.
 */
export async function isSealing(
  { database, now }: { database: Database; now: () => Date },
  what: keyof typeof sealing,
) {
  if (sealing[what].has(database)) return true
  const from = await findSystemValue(database, `${what} are sealed from`)
  if (from !== undefined && from > now().toISOString()) return false
  sealing[what].add(database)
  return true
}

/**
 * Gives the memory of bytes back that nothing reads any longer, native code included: it would read what is not there.
 * Left to the collector, some applications' files would have it look through the whole heap.
 */
function freeBytes({ buffer, byteLength }: Buffer) {
  // Small ones share a pool.
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength)
    buffer.transfer(0)
}
