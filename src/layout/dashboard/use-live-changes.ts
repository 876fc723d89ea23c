import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'

const pauseMs = 1_000
/** The page itself is loaded first. */
const firstPauseMs = 4_000
const longestPauseMs = 60_000

let stop = new AbortController()

/** Ends it in this tab, as for who signs out: the server would refuse the next call. */
export const stopLiveChanges = () => stop.abort()

/**
 * Loads again what others have changed, within two seconds. A tab out of sight holds no connection, of which browsers
 * have six for a site; it catches up when it is shown.
 *
 * @param isAllowed false while the server would refuse the user
 */
export function useLiveChanges(isAllowed: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAllowed) return
    stop = new AbortController()
    void follow(client, stop.signal)
    return stopLiveChanges
  }, [client, isAllowed])
}

async function follow(client: QueryClient, stopped: AbortSignal) {
  const seen = new Map<string, number>()
  let isFirst = true
  let failures = 0
  while (!stopped.aborted) {
    await untilShown()
    if (stopped.aborted) return
    try {
      const known = [...seen.values()].reduce((sum, one) => sum + one, 0)
      const askedAt = Date.now()
      const versions = await whileShown(stopped, (signal) =>
        api.changes.watch(isFirst ? {} : { known }, { signal }),
      )
      for (const [tag, version] of Object.entries(versions)) {
        if (version <= (seen.get(tag) ?? 0)) continue
        seen.set(tag, version)
        if (!isFirst) client.invalidateQueries({ queryKey: [tag] })
      }
      // What was read meanwhile may be from before the first versions.
      if (isFirst && Date.now() - askedAt > pauseMs) {
        client.invalidateQueries({ predicate: ({ state }) => state.status === 'success' })
      }
      // What colleagues did last is about everything.
      if (!isFirst) client.invalidateQueries({ queryKey: ['Activity'] })
      failures = 0
      if (isFirst) await pause(firstPauseMs)
      isFirst = false
    } catch (error) {
      // Such as another server of the same calls, which doesn't know this one.
      if (parseApiError(error).status === 404) return
      if (!document.hidden) failures += 1
    }
    await pause(Math.min(longestPauseMs, pauseMs * 2 ** failures))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const untilShown = () =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

async function whileShown(
  stopped: AbortSignal,
  wait: (signal: AbortSignal) => Promise<{ versions: Record<string, number> }>,
) {
  const end = new AbortController()
  const abort = () => end.abort()
  stopped.addEventListener('abort', abort)
  document.addEventListener('visibilitychange', abort)
  try {
    return (await wait(end.signal)).versions
  } finally {
    stopped.removeEventListener('abort', abort)
    document.removeEventListener('visibilitychange', abort)
  }
}
