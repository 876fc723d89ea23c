import type { Storage } from '../storage/storage.ts'
import type { RequestContext } from './context.ts'
import { tooManyUploads } from './errors.ts'

/** Concurrent uploads per client IP. Not fewer: a classroom, or part of a phone network, shares one IP. */
export const uploadsAtOnceMax = 24
const retryAfterS = 20

/** Uploads under way in this process: counts by client IP, for each storage (tests run several). */
const underWay = new WeakMap<Storage, Map<string, number>>()

/**
 * Acquires a slot for an upload, so that no client fills the disk with uploads that never end: rate limits count a
 * request only once its body has arrived.
 * @returns a function that releases the slot; call it when the upload has ended, successfully or not
 * @throws 429
 */
export function acquireUploadSlot({
  storage,
  clientIp,
  responseHeaders,
}: Pick<RequestContext, 'storage' | 'clientIp' | 'responseHeaders'>): () => void {
  const counts = underWay.get(storage) ?? new Map<string, number>()
  underWay.set(storage, counts)
  const count = counts.get(clientIp) ?? 0
  if (count >= uploadsAtOnceMax) throw tooManyUploads(responseHeaders, retryAfterS)
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
