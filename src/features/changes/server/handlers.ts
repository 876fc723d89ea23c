import { implementContract } from '#platform/http/procedures.ts'
import { changesContract } from '../contract.ts'

/** Shorter than proxies let a silent connection live. */
const waitMs = 25_000

const procedures = implementContract(changesContract)

export const changesHandlers = procedures.router({
  watch: procedures.watch.handler(({ input: { known = -1 }, context, signal }) => {
    const { promise, resolve } = Promise.withResolvers<{ versions: Record<string, number> }>()
    const watched = context.tagVersions.watchShared((isReleased) => {
      if (isReleased || sumOf(watched.versions) > known) answer()
    })
    const answer = () => resolve({ versions: Object.fromEntries(toldOf(watched.versions)) })
    const timer = setTimeout(answer, waitMs)
    signal?.addEventListener('abort', answer)
    // A lower sum is that of a process that hasn't heard of the last changes yet.
    if (sumOf(watched.versions) > known) answer()
    return promise.finally(() => {
      clearTimeout(timer)
      watched.stop()
    })
  }),
})

/** Tags of single rows, such as 'News:3', are for caches alone. */
const toldOf = (versions: ReadonlyMap<string, number>) =>
  [...versions].filter(([tag]) => !tag.includes(':'))

const sumOf = (versions: ReadonlyMap<string, number>) =>
  toldOf(versions).reduce((sum, [, version]) => sum + version, 0)
