import { dismiss, notify } from './notify.ts'

/** What waits for the connection: each asks again at once. */
const retries = new Set<() => void>()
let shownId = 0

/**
 * Says why a pressed link opens nothing yet: the connection is lost, and the page is asked for again and again.
 * @param retry asks for it at once
 * @returns to be called once that has ended
 */
export function notifyOfLostNavigation(retry: () => void) {
  retries.add(retry)
  showLostNavigation()
  return () => {
    retries.delete(retry)
    if (retries.size === 0) hideLostNavigation()
  }
}

/** Says it, if anything waits for the connection. */
export function showLostNavigation() {
  if (retries.size === 0) return
  shownId = notify({
    type: 'error',
    message: 'The page could not be reached. It will open once you are connected again.',
    durationMs: Infinity,
    action: { label: 'Try again', onPress: retryAll },
  })
}

function retryAll() {
  for (const retry of retries) retry()
}

/** No longer says it, as once the visitor stays or has arrived elsewhere. */
export const hideLostNavigation = () => dismiss(shownId)
