import { mkdirSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Unreachable } from '#database/errors.ts'

/** File storage: private, by generated keys, outside the folders that are served. */
export type Storage = {
  /** The absolute path of the folder that receives uploads before they are stored. */
  spoolDir: string
  /** Moves the file at the path into storage. When the promise resolves, it survives a power cut. */
  store(path: string, key: string, contentType: string): Promise<void>
  /** @throws when there is no such file */
  read(key: string): Promise<ReadableStream<Uint8Array>>
  exists(key: string): Promise<boolean>
  /** The keys that begin with a folder's path, which ends with a slash. */
  list(folder: string): AsyncIterable<string>
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>
  /** Removes spooled files that were not written to for so long: a killed process left them. */
  clearSpool(olderThanMs: number): Promise<void>
}

/** Opens the local disk, or the S3 bucket of `s3://key:secret@host/bucket?region=…`. */
export async function openStorage(config: {
  storageUrl?: string | undefined
  dataDir: string
}): Promise<Storage> {
  const spoolDir = join(config.dataDir, 'spool')
  const filesDir = join(config.dataDir, 'files')
  for (const folder of [spoolDir, filesDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const driver = config.storageUrl
    ? await s3Driver(new URL(config.storageUrl))
    : new FSDriver({ location: filesDir, visibility: 'private' })
  const disk = new Disk(driver)
  const reached = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw config.storageUrl ? new Unreachable('The storage', error) : error
    })
  return {
    spoolDir,
    async store(path, key, contentType) {
      if (config.storageUrl) await reached(disk.moveFromFs(path, key, { contentType }))
      else await moveDurably(path, join(filesDir, key))
    },
    async read(key) {
      // A stream reports a missing file only when it is read, after the response's headers were sent.
      if (!(await reached(disk.exists(key)))) throw new Error(`No stored file ${key}`)
      return Readable.toWeb(await reached(disk.getStream(key))) as ReadableStream<Uint8Array>
    },
    exists: (key) => disk.exists(key),
    async *list(folder) {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(folder, { recursive: true, paginationToken })
        for (const object of page.objects) if (object.isFile) yield object.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    delete: (key) => disk.delete(key),
    async clearSpool(olderThanMs) {
      const before = Date.now() - olderThanMs
      for (const name of await readdir(spoolDir)) {
        const path = join(spoolDir, name)
        const found = await stat(path).catch(() => null)
        if (found?.isFile() && found.mtimeMs <= before) await rm(path, { force: true })
      }
    },
  }
}

/** How many megabytes the disk of this folder has left. */
export async function freeMbOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / 1024 / 1024)
}

/** Moves a file, also across disks, so that neither its content nor its name is lost in a power cut. */
async function moveDurably(path: string, target: string) {
  const folder = dirname(target)
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(dirname(folder))
  await sync(path)
  try {
    await rename(path, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(path, target)
    await sync(target)
    await rm(path)
  }
  await sync(folder)
}

/** Flushes a file's content, or a folder's entries, to disk. */
async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** An S3 server that hangs must not block applicants' requests. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 8_000
const responseTimeoutMs = 60_000
const attemptsMax = 2

/** Imported on demand: the S3 client is slow to load. */
async function s3Driver(url: URL) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const isAmazon = url.hostname.endsWith('.amazonaws.com')
  const protocol = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return new S3Driver({
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(isAmazon ? {} : { endpoint: `${protocol}://${url.host}`, forcePathStyle: true }),
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    // Many S3-compatible servers don't support the checksums that Amazon's client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      requestTimeout: responseTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Errors are thrown, and logged where they are caught.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    supportsACL: false,
    visibility: 'private',
  })
}
