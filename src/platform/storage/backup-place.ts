import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type Duplex, pipeline, Readable } from 'node:stream'
import { pipeline as pipelineOf } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Config } from '#config'
import { nodeStreamOf } from '../node-stream.ts'
import { seal, unseal } from '../security/sealed-stream.ts'
import { signatureOf } from '../security/signing.ts'
import { openStorage } from './storage.ts'

// A place has a folder for each key. In it, `files/` has every stored file once, however many backups have it, since
// stored files never change. `backups/<time>/` has the parts of a database, and at last the manifest: a backup without
// one is not complete. All are sealed under their names.

type Bytes = AsyncIterable<Buffer>
type BackupConfig = Pick<Config, 'backup' | 'dataDir'>

export type Place = Awaited<ReturnType<typeof openPlace>>

/** What a backup has besides its files. */
export type Manifest = {
  engine: 'sqlite' | 'postgres'
  /** How many parts the database's dump has. */
  parts: number
  migrations: string[]
  /** The number of rows of each table. */
  tables: Record<string, number>
  secret: string
  /** What its files were sealed with; older backups have none. */
  dataKeys?: string[]
}

/** A stored file: its key, its SHA-256 and its size in bytes. */
export type BackedUpFile = [key: string, sha256: string, sizeBytes: number]

/** Opens BACKUP_URL. @throws what to set */
export async function openPlace({ backup, dataDir }: BackupConfig) {
  const { url = '', key = '' } = backup
  if (!url || !key) throw new Error('Set BACKUP_URL and BACKUP_KEY: see .env.example')
  const storage = await openStorage(
    url.startsWith('file:') ? { dataDir: folderOf(url, dataDir) } : { dataDir, storageUrl: url },
    { isAwaited: false },
  )
  const keyId = signatureOf('', 'the id of a backup key', key).slice(0, 12)
  const pathOf = (name: string) => `${keyId}/${name}`

  /** Stores a stream under a name. */
  async function put(name: string, source: Bytes) {
    const path = join(storage.spoolDir, randomUUID())
    try {
      await pipelineOf(seal(source, key, name), createWriteStream(path, { mode: 0o600 }))
      await storage.store({ path }, pathOf(name), 'application/octet-stream')
    } finally {
      await rm(path, { force: true })
    }
  }
  /** @throws one line for what is missing, damaged, or made with another key */
  async function* get(name: string): Bytes {
    const stored = await storage.read(pathOf(name))
    yield* unseal(nodeStreamOf(stored), key, name)
  }
  const list = async function* (folder: string) {
    for await (const path of storage.list(pathOf(folder))) yield path.slice(keyId.length + 1)
  }

  return {
    keyId,
    put,
    get,
    list,
    remove: (name: string) => storage.delete(pathOf(name)),
    clearSpool: storage.clearSpool,
    /** The backups by name, the oldest first: those that are complete, and what is left of others. */
    async findBackups() {
      const names = new Map<string, boolean>()
      for await (const path of list('backups/')) {
        const [, name = '', part] = path.split('/')
        names.set(name, names.get(name) === true || part === 'manifest')
      }
      const sorted = [...names.keys()].sort()
      return {
        complete: sorted.filter((name) => names.get(name)),
        broken: sorted.filter((name) => !names.get(name)),
      }
    },
    /** The ids of the keys that backups here were made with. */
    async findKeyIds() {
      const ids = new Set<string>()
      for await (const path of storage.list('/')) {
        const [id = '', folder] = path.split('/')
        if (folder === 'backups') ids.add(id)
      }
      return [...ids]
    },
    putPacked: (name: string, source: Bytes) => put(name, packed(source)),
    async readManifest(name: string) {
      const lines = createInterface({
        input: Readable.from(unpacked(get(`backups/${name}/manifest`))),
        crlfDelay: Number.POSITIVE_INFINITY,
      })
      const iterator = lines[Symbol.asyncIterator]()
      const { value: first = 'null' } = await iterator.next()
      const files = async function* () {
        for await (const line of { [Symbol.asyncIterator]: () => iterator }) {
          yield JSON.parse(line) as BackedUpFile
        }
      }
      return { manifest: JSON.parse(first) as Manifest, files: files() }
    },
    async *readDatabase(name: string, { parts }: Manifest) {
      const all = async function* () {
        for (let part = 0; part < parts; part += 1) yield* get(partName(name, part))
      }
      yield* unpacked(all())
    },
  }
}

export const partName = (backup: string, part: number) => `backups/${backup}/database-${part}`

/** The folder for what a backup needs meanwhile. */
export const workFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup')

function folderOf(url: string, dataDir: string) {
  const folder = fileURLToPath(url)
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new Error('BACKUP_URL is in the data folder, with which it would be lost: name another')
  }
  // Made by whoever runs the machine: where a disk is not mounted, the backup would fill another one.
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}: make it, or mount its disk`)
  return folder
}

export const packed = (source: Bytes) => through(source, createZstdCompress())
const unpacked = (source: Bytes) => through(source, createZstdDecompress())

function through(source: Bytes, transform: Duplex): Bytes {
  // An error of either is thrown to whoever reads.
  pipeline(source, transform, () => {})
  return transform
}
