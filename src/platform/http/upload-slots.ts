import { dayMs } from '#shared/durations.ts'
import { takeSlot } from '../background/machine-slots.ts'
import { perWorker } from '../per-worker.ts'
import { freeMbOf } from '../storage/storage.ts'
import type { RequestContext } from './context.ts'
import { diskFull, serverBusy, tooManyUploads, tooMuchUploaded } from './errors.ts'
import { countInMemory } from './limits-in-memory.ts'

/** Concurrent uploads per client IP. Not fewer: a classroom, or part of a phone network, shares one IP. */
export const uploadsAtOnceMax = 24
/**
 * Concurrent uploads of all clients together, whichever process takes them: bounds the files that are open, and what
 * they take of the disk.
 */
export const uploadsTotalMax = 200
const retryAfterS = 20
/**
 * What visitors behind one client IP may have stored in a day: some 5,000 resumes as people have them, for a carrier's
 * customers on the evening of a deadline, but only 200 of the greatest size.
 */
export const storedBytesMax = 2_000_000_000

/** What reading an upload needs of the context. */
export type UploadContext = Pick<
  RequestContext,
  'config' | 'storage' | 'log' | 'clientIp' | 'responseHeaders' | 'incoming'
>

/**
 * Acquires a slot for an upload, so that no client, and not all together, fill the disk with uploads that never end:
 * rate limits count a request only once its body has arrived.
 * @param bytesMax of this upload
 * @returns a function that releases the slot; call it when the upload has ended, successfully or not
 * @throws 429, 503 when the slots of all clients are taken, 507 when the disk has no room
 */
export async function acquireUploadSlot(context: UploadContext, bytesMax: number) {
  const { storage, clientIp, responseHeaders } = context
  // By the folder that is filled: tests run several apps.
  const name = `uploads:${storage.spoolDir}`
  const ofClient = await takeSlot(`${name}:${clientIp}`, uploadsAtOnceMax)
  if (!ofClient) throw tooManyUploads(responseHeaders, retryAfterS)
  const ofAll = await takeSlot(name, uploadsTotalMax)
  let isHeld = true
  const release = () => {
    if (!isHeld) return
    isHeld = false
    ofClient.release()
    ofAll?.release()
  }
  try {
    if (!ofAll) throw serverBusy(responseHeaders, retryAfterS)
    await requireDiskSpace(context, ofAll.taken * bytesMax)
    return release
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Counts a visitor's file before it is stored, also a bot's, which is kept like any other. It counts in memory, where a
 * form costs no further statement; whoever could restart the server needs no form to harm it.
 * @throws 429
 */
export function limitStoredBytes(
  {
    database,
    config,
    clientIp,
    now,
    responseHeaders,
  }: Pick<RequestContext, 'database' | 'config' | 'clientIp' | 'now' | 'responseHeaders'>,
  sizeBytes: number,
) {
  const limit = { calls: perWorker(storedBytesMax, config), seconds: dayMs / 1000 }
  const waitS = countInMemory(database, `stored-bytes:${clientIp}`, limit, now(), sizeBytes)
  if (waitS !== null) throw tooMuchUploaded(responseHeaders, waitS)
}

/** The database may be on the same disk, and must be able to write when uploads no longer are. */
async function requireDiskSpace(
  { config, storage, log, responseHeaders }: UploadContext,
  bytesUnderWay: number,
) {
  const leftMb = Math.floor((await freeMb(storage.spoolDir)) - bytesUnderWay / 1024 / 1024)
  if (leftMb >= config.diskFreeMbMin) return
  log.error({ leftMb }, 'upload refused: the disk is nearly full')
  throw diskFull(responseHeaders)
}

/** How often the disk is asked at most. Uploads need not ask each: those under way are counted apart. */
const askedEveryMs = 250
const asked = new Map<string, { at: number; free: Promise<number> }>()

function freeMb(folder: string) {
  const at = performance.now()
  const last = asked.get(folder)
  if (last && at - last.at < askedEveryMs) return last.free
  const free = freeMbOf(folder)
  asked.set(folder, { at, free })
  // A disk that has failed may be back for the next upload.
  free.catch(() => asked.delete(folder))
  return free
}
