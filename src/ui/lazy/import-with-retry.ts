const pauseMs = 2000

/**
 * Loads the script of a part of a page: `lazy(() => loadPart(() => import('../part.tsx')))`. When the connection is lost,
 * it waits until the site can be reached again, and meanwhile the page stays as it is.
 * @throws when the site is there and the script still isn't, such as after a new version
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

/** Leaves the place of a part as it is, for a page that can do without: `loadPart(…).catch(doWithout)`. */
export function doWithout(error: unknown) {
  console.error('A part of the page could not be loaded', error)
  return new Promise<never>(() => {})
}

/** A proxy that answers while the server starts anew is not the site. */
const isReachable = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
