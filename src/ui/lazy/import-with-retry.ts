const pauseMs = 2000

/**
 * Imports a script, and retries after a lost connection: `lazy(() => importWithRetry(() => import('../part.tsx')))`. It
 * waits until the site is reachable again; until then the page stays as it is.
 * @throws when the import fails although the site is reachable, such as after a new version was deployed
 */
export async function importWithRetry<Part>(
  load: () => Promise<Part>,
  triesLeft = 3,
): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (typeof document === 'undefined' || triesLeft === 0) throw error
    while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return importWithRetry(load, triesLeft - 1)
  }
}

/** Logs the error and never resolves, for an optional part of a page: `importWithRetry(…).catch(doWithout)`. */
export function doWithout(error: unknown) {
  console.error('A part of the page could not be loaded', error)
  return new Promise<never>(() => {})
}

/** Requires a successful status: a proxy may respond with an error while the server restarts. */
const isReachable = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
