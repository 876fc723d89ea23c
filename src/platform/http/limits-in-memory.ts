import type { Database } from '#database/open.ts'

type Window = { count: number; resetsAtMs: number }

const windowsMax = 20_000
/** The windows that this process counts on its own. Each app (tests run several) is known by its database. */
const windowsInMemory = new WeakMap<Database, Map<string, Window>>()

/**
 * Like `consumeLimit`, but for this process alone and without a write.
 * @param amount that is counted, where it is not single calls
 * @returns the seconds to wait, or null
 */
export function countInMemory(
  database: Database,
  key: string,
  limit: { calls: number; seconds: number },
  now: Date,
  amount = 1,
): number | null {
  const windows = windowsInMemory.get(database) ?? new Map<string, Window>()
  windowsInMemory.set(database, windows)
  const nowMs = now.getTime()
  const current = windows.get(key)
  const resetsAtMs = nowMs + limit.seconds * 1000
  if (current && current.resetsAtMs > nowMs && current.resetsAtMs <= resetsAtMs) {
    if (current.count + amount > limit.calls) {
      return Math.ceil((current.resetsAtMs - nowMs) / 1000)
    }
    current.count += amount
    return null
  }
  // Bounds the memory: an evicted client merely starts a new window.
  const [oldest] = windows.keys()
  if (windows.size >= windowsMax && oldest !== undefined) windows.delete(oldest)
  windows.set(key, { count: amount, resetsAtMs })
  return null
}

/** Uncounts one call of `countInMemory`. */
export function refundInMemory(database: Database, key: string) {
  const current = windowsInMemory.get(database)?.get(key)
  if (current && current.count > 0) current.count -= 1
}

/** Forgets the windows that have passed of those that this process counts on its own. */
export function forgetExpiredWindows(database: Database, now: Date) {
  const windows = windowsInMemory.get(database)
  for (const [key, { resetsAtMs }] of windows ?? []) {
    if (resetsAtMs <= now.getTime()) windows?.delete(key)
  }
}
