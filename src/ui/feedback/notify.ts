export type Notification = {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  durationMs: number
  /** A button. */
  action?: { label: string; onPress: () => void }
}

type NotificationInput = Omit<Notification, 'id' | 'durationMs'> & { durationMs?: number }

let notifications: readonly Notification[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Notification[]) {
  notifications = next
  for (const listener of listeners) listener()
}

/**
 * Shows a notification, from any code in the browser. It disappears after `durationMs` (default 5000), counted from the
 * time when all earlier ones have disappeared. With Infinity it stays until `dismiss`. It replaces one that says the
 * same.
 * @returns its id, for `dismiss`
 */
export function notify({ durationMs = 5000, ...notification }: NotificationInput): number {
  const { type, message } = notification
  lastId += 1
  const others = notifications.filter((one) => one.type !== type || one.message !== message)
  set([...others, { ...notification, id: lastId, durationMs }])
  return lastId
}

/** Removes a notification at once. Ignores an id that has been removed already. */
export function dismiss(id: number): void {
  set(notifications.filter((notification) => notification.id !== id))
}

/** The notifications, for the panel that shows them (`notification-panel.ts`). */
export const notificationStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getSnapshot: () => notifications,
}
