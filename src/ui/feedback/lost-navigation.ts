import { dismiss, notify } from './notify.ts'

/**
 * Says why a pressed link opens nothing yet: the connection is lost, and the page is asked for again and again.
 * @param retry asks for it at once
 * @returns removes the notification
 */
export function notifyOfLostNavigation(retry: () => void) {
  const id = notify({
    type: 'error',
    message: 'The page could not be reached. It will open once you are connected again.',
    durationMs: Infinity,
    action: { label: 'Try again', onPress: retry },
  })
  return () => dismiss(id)
}
