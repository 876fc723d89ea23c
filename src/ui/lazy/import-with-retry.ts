const pauseMs = 2000

type Retrying = {
  /**
   * Called when the first try has failed, before the wait. What it returns is called after the last try.
   * @param retry tries again at once
   */
  onLost?: (retry: () => void) => () => void
  /** Ends the wait. */
  signal?: AbortSignal
}

/**
 * Imports a script, and retries after a lost connection: `lazy(() => importWithRetry(() => import('../part.tsx')))`. It
 * waits until the site is reachable again; until then the page stays as it is.
 * @throws when the import fails although the site is reachable, such as after a new version was deployed
 */
export const importWithRetry = <Part>(load: () => Promise<Part>, options?: Retrying) =>
  typeof document === 'undefined' ? load() : retryWhenReachable(load, options)

/**
 * Tries again once the site is reachable, three times at most.
 * @param isLost whether an error may come from a lost connection; any other is thrown
 */
export async function retryWhenReachable<Result>(
  load: () => Promise<Result>,
  { onLost, signal, isLost = () => true }: Retrying & { isLost?: (error: unknown) => boolean } = {},
): Promise<Result> {
  let end: (() => void) | undefined
  let endPause = () => {}
  try {
    for (let triesLeft = 3; ; triesLeft -= 1) {
      try {
        return await load()
      } catch (error) {
        if (triesLeft === 0 || signal?.aborted || !isLost(error)) throw error
      }
      end ??= onLost?.(() => endPause())
      while (!signal?.aborted && !(await isReachable())) {
        await new Promise<void>((resolve) => {
          endPause = resolve
          setTimeout(resolve, pauseMs)
        })
      }
    }
  } finally {
    end?.()
  }
}

/** Requires a successful status: a proxy may respond with an error while the server restarts. */
const isReachable = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
