import type { Storage } from '../storage/storage.ts'
import type { RequestContext } from './context.ts'
import { tooManyUploads } from './errors.ts'

/** How many uploads one address may have under way at once: a classroom, or a part of a phone network, shares one. */
export const uploadsAtOnceMax = 24
const retryAfterS = 20

/** How many are under way in this process, by the spool that they lie in and the address that they come from. */
const underWay = new WeakMap<Storage, Map<string, number>>()

/**
 * Takes a place for an upload, so that no address fills the disk with uploads that never end: a limit on calls counts
 * them only when they have arrived.
 * @returns what gives the place back, to be called when the upload has ended in whatever way
 * @throws 429
 */
export function acquireUploadSlot({
  storage,
  clientIp,
  responseHeaders,
}: Pick<RequestContext, 'storage' | 'clientIp' | 'responseHeaders'>): () => void {
  const places = underWay.get(storage) ?? new Map<string, number>()
  underWay.set(storage, places)
  const taken = places.get(clientIp) ?? 0
  if (taken >= uploadsAtOnceMax) throw tooManyUploads(responseHeaders, retryAfterS)
  places.set(clientIp, taken + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = (places.get(clientIp) ?? 1) - 1
    if (left > 0) places.set(clientIp, left)
    else places.delete(clientIp)
  }
}
