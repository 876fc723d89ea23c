import { mkdirSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Unreachable } from '#database/errors.ts'
import { createGroupSync, type GroupSync } from '#database/group-sync.ts'
import { allDone } from '#shared/all-done.ts'
import { RefusedFile } from './refused-file.ts'

/** What an upload holds: a small one in memory, any other one in a file at a path. */
export type Content = { bytes: Buffer } | { path: string }

/** File storage: private, by generated keys, outside the folders that are served. */
export type Storage = {
  /** The absolute path of the folder that receives uploads before they are stored. */
  spoolDir: string
  /**
   * Stores the content; a file is moved. When the promise resolves, it survives a power cut.
   * @param noted what must have happened before the key is there
   */
  store(content: Content, key: string, contentType: string, noted?: Promise<unknown>): Promise<void>
  /** @throws RefusedFile, as where there is none; Unreachable where it may be read later, as far as the storage tells */
  read(key: string): Promise<ReadableStream<Uint8Array>>
  /** @throws as `read`, where the storage does not tell */
  exists(key: string): Promise<boolean>
  /** The keys that begin with a folder's path, which ends with a slash. */
  list(folder: string): AsyncIterable<string>
  /** Does nothing if there is no such file. @throws as `read` */
  delete(key: string): Promise<void>
  /** Removes spooled files that were not written to for so long: a killed process left them. */
  clearSpool(olderThanMs: number): Promise<void>
}

/**
 * Opens the local disk, or the S3 bucket of `s3://key:secret@host/bucket?region=…`.
 * @param isAwaited whether somebody waits while a file is stored
 */
export async function openStorage(
  config: { storageUrl?: string; dataDir: string },
  { isAwaited = true } = {},
): Promise<Storage> {
  const spoolDir = join(config.dataDir, 'spool')
  const filesDir = join(config.dataDir, 'files')
  for (const folder of [spoolDir, filesDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = async (idleMs: number) =>
    new Disk(
      config.storageUrl
        ? await s3Driver(new URL(config.storageUrl), idleMs)
        : new FSDriver({ location: filesDir, visibility: 'private' }),
    )
  const disk = await open(idleTimeoutMs)
  const storing = isAwaited ? await open(awaitedIdleTimeoutMs) : disk
  const folders = createFolders(filesDir, spoolDir)
  const reached = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw unreachable(error)
    })
  const attempt = <Result>(key: string, work: Promise<Result>) =>
    work.catch((error: unknown) => {
      if (!config.storageUrl) throw error
      throw isRefusal(error) ? new RefusedFile(key, error) : unreachable(error)
    })
  return {
    spoolDir,
    async store(content, key, contentType, noted) {
      if (!config.storageUrl) return folders.store(content, key, noted)
      await noted
      if ('bytes' in content) await reached(storing.put(key, content.bytes, { contentType }))
      else await reached(storing.moveFromFs(content.path, key, { contentType }))
    },
    async read(key) {
      // A stream of the disk reports a missing file only when it is read, after the response's headers were sent.
      const isMissing = !config.storageUrl && !(await disk.exists(key))
      if (isMissing) throw new RefusedFile(key)
      const stream = await attempt(key, disk.getStream(key))
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>
    },
    exists: (key) => attempt(key, disk.exists(key)),
    async *list(folder) {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(folder, { recursive: true, paginationToken })
        for (const object of page.objects) if (object.isFile) yield object.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    delete: (key) => attempt(key, disk.delete(key)),
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

const unreachable = (error: unknown) => new Unreachable('The storage', error)

/** Errors of S3 with a status of 400 to 499 that are of no single file, or pass. */
const passing =
  /^(AccountProblem|AuthorizationHeaderMalformed|ExpiredToken|InvalidAccessKeyId|InvalidToken|NoSuchBucket|OperationAborted|RequestTimeTooSkewed|RequestTimeout|SignatureDoesNotMatch|Unknown|.*Throttl.*)$/

/** Whether S3 has answered that it gives out, or removes, this one file for nobody or not for us, and would answer so again. */
function isRefusal(error: unknown) {
  const { name = '', $metadata } = ((error as Error).cause ?? {}) as {
    name?: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429 && !passing.test(name)
}

/** How many megabytes the disk of this folder has left. */
export async function freeMbOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / 1024 / 1024)
}

/** Stores files in folders of this one so that neither their content nor their name is lost in a power cut. */
function createFolders(filesDir: string, spoolDir: string) {
  /** Many names that are new in a folder are synced at once. */
  const syncs = new Map<string, Promise<GroupSync>>()

  function make(folder: string) {
    const made = mkdir(folder, { recursive: true, mode: 0o700 })
      .then(() => syncPath(folder))
      .then(() => createGroupSync(() => sync(folder)))
    syncs.set(folder, made)
    made.catch(() => syncs.delete(folder))
    return made
  }

  /** Another process may have made it, and not have synced its name yet. */
  async function syncPath(folder: string) {
    for (let path = folder; path !== filesDir && path !== dirname(path); ) {
      path = dirname(path)
      await sync(path)
    }
  }

  return {
    async store(content: Content, key: string, noted?: Promise<unknown>) {
      const target = join(filesDir, key)
      const isHeld = 'bytes' in content
      const path = isHeld ? join(spoolDir, basename(key)) : content.path
      try {
        const folder = dirname(target)
        const written = isHeld ? write(content.bytes, path) : sync(path)
        await allDone([syncs.get(folder) ?? make(folder), written, noted])
        await move(path, target).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          // Somebody has removed the folder.
          await make(folder)
          await move(path, target)
        })
        await (await syncs.get(folder))?.wait()
      } catch (error) {
        if (isHeld) await rm(path, { force: true })
        throw error
      }
    },
  }
}

async function write(bytes: Buffer, path: string) {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Also across disks. */
async function move(path: string, target: string) {
  try {
    await rename(path, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(path, target)
    await sync(target)
    await rm(path)
  }
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
/** While applicants wait. The client counts from the first byte only what is below six seconds. */
const awaitedIdleTimeoutMs = 5_000
/** For large parts of a backup, and for slow connections, which take the bytes of a download late. */
const idleTimeoutMs = 8_000
const responseTimeoutMs = 60_000
const attemptsMax = 2

/** Imported on demand: the S3 client is slow to load. */
async function s3Driver(url: URL, idleMs: number) {
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
    // Nor do all of them ask for the bytes of a large file, as `Expect` wants it: they would seem silent.
    expectContinueHeader: false,
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleMs,
      requestTimeout: responseTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Errors are thrown, and logged where they are caught.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    supportsACL: false,
    visibility: 'private',
  })
}
