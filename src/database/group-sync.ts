/** A sync that serves all who wait for it. */
export type GroupSync = {
  /** Resolves once all that was written before the call is on the disk; rejects if that is unknown. */
  wait(): Promise<void>
}

/**
 * Shares syncs among callers. One runs at a time. A caller that arrives during one waits for the next, because its data
 * may have been written too late for the first: so a call waits for two syncs at most, and for no timer.
 * @param sync puts on the disk all that was written before it began
 */
export function createGroupSync(sync: () => Promise<unknown>): GroupSync {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  async function begin(earlier: Promise<unknown>) {
    // Its own callers handle its failure.
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
