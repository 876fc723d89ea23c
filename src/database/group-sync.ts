/** What many wait for at once, done once for all of them. */
export type GroupSync = {
  /** Resolves once all that was written before the call is safe. Rejects when that is not known. */
  wait(): Promise<void>
}

/**
 * Shares a sync among all who wait for it: one is under way at a time, and who comes meanwhile waits for the next one,
 * since theirs may have been written too late for it. So nobody waits for more than two, and no timer holds anybody up.
 * @param sync makes safe all that was written before it began
 */
export function createGroupSync(sync: () => Promise<unknown>): GroupSync {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  async function begin(earlier: Promise<unknown>) {
    // Whether that failed is for its own members to tell.
    await earlier.catch(() => {})
    next = undefined
    underWay = sync()
    await underWay
  }

  return {
    wait() {
      next ??= begin(underWay)
      return next
    },
  }
}
