export type Notification = {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  durationMs: number
}

type NotificationInput = Pick<Notification, 'type' | 'message'> & { durationMs?: number }

let notifications: readonly Notification[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Notification[]) {
  notifications = next
  for (const listener of listeners) listener()
}

/**
 * Shows a notification at the top right, from anywhere in the browser. It goes after `durationMs` (5000; the
 * article page's toasts say 3000), which begins once those before it have gone.
 * @returns its id, for `dismiss`
 */
export function notify({ type, message, durationMs = 5000 }: NotificationInput): number {
  lastId += 1
  set([...notifications, { id: lastId, type, message, durationMs }])
  return lastId
}

/** Takes a notification away, at once. An id that has gone already is no mistake. */
export function dismiss(id: number): void {
  set(notifications.filter((notification) => notification.id !== id))
}

/** The store as `useSyncExternalStore` wants it. */
export const notificationStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getSnapshot: () => notifications,
}
