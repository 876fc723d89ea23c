import { perWorker } from '../per-worker.ts'
import { freeMbOf, type Storage } from '../storage/storage.ts'
import type { RequestContext } from './context.ts'
import { diskFull, serverBusy, tooManyUploads } from './errors.ts'

/** Concurrent uploads per client IP. Not fewer: a classroom, or part of a phone network, shares one IP. */
export const uploadsAtOnceMax = 24
/** Concurrent uploads of all clients and processes together: bounds the files that are open, and what they take of the disk. */
export const uploadsTotalMax = 200
const retryAfterS = 20

/** Uploads under way in this process: counts by client IP, for each storage (tests run several). */
const underWay = new WeakMap<Storage, Map<string, number>>()

/** What reading an upload needs of the context. */
export type UploadContext = Pick<
  RequestContext,
  'config' | 'storage' | 'log' | 'clientIp' | 'responseHeaders'
>

/**
 * Acquires a slot for an upload, so that no client, and not all together, fill the disk with uploads that never end:
 * rate limits count a request only once its body has arrived.
 * @param bytesMax of this upload
 * @returns a function that releases the slot; call it when the upload has ended, successfully or not
 * @throws 429, 503 when the slots of all clients are taken, 507 when the disk has no room
 */
export async function acquireUploadSlot(context: UploadContext, bytesMax: number) {
  const release = takeSlot(context)
  try {
    await requireDiskSpace(context, bytesMax)
    return release
  } catch (error) {
    release()
    throw error
  }
}

function takeSlot({ config, storage, clientIp, responseHeaders }: UploadContext): () => void {
  const counts = underWay.get(storage) ?? new Map<string, number>()
  underWay.set(storage, counts)
  const count = counts.get(clientIp) ?? 0
  if (count >= uploadsAtOnceMax) throw tooManyUploads(responseHeaders, retryAfterS)
  if (totalOf(counts) >= perWorker(uploadsTotalMax, config))
    throw serverBusy(responseHeaders, retryAfterS)
  counts.set(clientIp, count + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const left = (counts.get(clientIp) ?? 1) - 1
    if (left > 0) counts.set(clientIp, left)
    else counts.delete(clientIp)
  }
}

const totalOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** The database may be on the same disk, and must be able to write when uploads no longer are. */
async function requireDiskSpace(
  { config, storage, log, responseHeaders }: UploadContext,
  bytesMax: number,
) {
  const underWayMb = (totalOf(underWay.get(storage) ?? new Map()) * bytesMax) / 1024 / 1024
  const leftMb = Math.floor((await freeMbOf(storage.spoolDir)) - underWayMb)
  if (leftMb >= config.diskFreeMbMin) return
  log.error({ leftMb }, 'upload refused: the disk is nearly full')
  throw diskFull(responseHeaders)
}
