import { mkdirSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where files are kept: private, by generated keys, outside everything that is served. */
export type Storage = {
  /** Where uploads are collected before they are stored: an absolute path. */
  spoolDir: string
  /** Takes the file at the path, which is gone afterwards. When this returns, it lasts. */
  store(path: string, key: string, contentType: string): Promise<void>
  /** @throws when there is no such file */
  read(key: string): Promise<ReadableStream<Uint8Array>>
  exists(key: string): Promise<boolean>
  /** Deleting what is gone already is fine. */
  delete(key: string): Promise<void>
  /** Removes from the spool what nobody has written to for so long: a process that was killed left it. */
  clearSpool(olderThanMs: number): Promise<void>
}

/** The local disk, or the S3 bucket that `s3://key:secret@host/bucket?region=…` names. */
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
  return {
    spoolDir,
    async store(path, key, contentType) {
      if (config.storageUrl) await disk.moveFromFs(path, key, { contentType })
      else await moveForGood(path, join(filesDir, key))
    },
    async read(key) {
      // A stream reports a missing file only when it is read, and then the answer's headers are gone.
      if (!(await disk.exists(key))) throw new Error(`No stored file ${key}`)
      return Readable.toWeb(await disk.getStream(key)) as ReadableStream<Uint8Array>
    },
    exists: (key) => disk.exists(key),
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

/** Moves a file within the disk, or to another one, so that neither it nor its name is lost by a power cut. */
async function moveForGood(path: string, target: string) {
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

/** Makes what was written to a file, or to a folder's list of files, outlast a power cut. */
async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A server of S3 that hangs must not hold the applicants' calls. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 20_000
const answerTimeoutMs = 60_000

/** Loaded only where it is used: the client of S3 takes long to start. */
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
    // Many servers of S3 don't know the checksums that Amazon's client sends unless it is told not to.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // What fails is thrown, and logged where it is caught.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    supportsACL: false,
    visibility: 'private',
  })
}
