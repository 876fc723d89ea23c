import type { RequestContext } from '#platform/http/context.ts'
import { tooManyRequests } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { changesContract } from '../contract.ts'

/** Shorter than proxies let a silent connection live. */
const waitMs = 25_000

/** One dashboard in sight waits once: these are several browsers, and connections that proxies close late. */
const waitsMax = 20
/** How often each user waits in this process. */
const waitsOf = new Map<number, number>()

const procedures = implementContract(changesContract)

export const changesHandlers = procedures.router({
  watch: procedures.watch.handler(({ input: { known = -1 }, context, signal }) => {
    const endWait = beginWait(context)
    const { promise, resolve } = Promise.withResolvers<{ versions: Record<string, number> }>()
    const watched = context.tagVersions.watchShared((isReleased) => {
      if (isReleased || sumOf(watched.versions) > known) respond()
    })
    const respond = () => resolve({ versions: Object.fromEntries(toldOf(watched.versions)) })
    const timer = setTimeout(respond, waitMs)
    signal?.addEventListener('abort', respond)
    // A lower sum is that of a process that hasn't heard of the last changes yet.
    if (sumOf(watched.versions) > known) respond()
    return promise.finally(() => {
      clearTimeout(timer)
      watched.stop()
      endWait()
    })
  }),
})

/** @returns a function that ends the wait @throws 429 for a user who waits too often at once */
function beginWait(context: RequestContext) {
  const { id } = requireViewer(context)
  const waits = waitsOf.get(id) ?? 0
  if (waits >= waitsMax) throw tooManyRequests(context.responseHeaders, waitMs / 1000)
  waitsOf.set(id, waits + 1)
  return () => {
    const left = (waitsOf.get(id) ?? 1) - 1
    if (left > 0) waitsOf.set(id, left)
    else waitsOf.delete(id)
  }
}

/** Tags of single rows, such as 'News:3', are for caches alone. */
const toldOf = (versions: ReadonlyMap<string, number>) =>
  [...versions].filter(([tag]) => !tag.includes(':'))

const sumOf = (versions: ReadonlyMap<string, number>) =>
  toldOf(versions).reduce((sum, [, version]) => sum + version, 0)
