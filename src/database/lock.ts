import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long queries may follow each other before other requests get a turn. */
const turnMsMax = 10
/** A request takes some turns of the event loop from its first byte to its answer. */
const turnsGiven = 4

export type Lock = ReturnType<typeof createLock>

/**
 * Lets one at a time through, in the order in which they came. Queries run synchronously: those of many requests would
 * follow each other without a turn for anything else.
 */
export function createLock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  /** When the first of them since the last turn of the event loop came through. */
  let startedMs: number | undefined

  async function take() {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
    isTaken = true
    await giveTurn()
  }

  /** Lets requests that need no database be answered, also between the statements of a long transaction. */
  async function giveTurn() {
    if (startedMs === undefined) {
      startedMs = performance.now()
      setImmediate(() => {
        startedMs = undefined
      })
    } else if (performance.now() - startedMs > turnMsMax) {
      for (let turn = 0; turn < turnsGiven; turn += 1) await nextTurn()
    }
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }

  return { take, release, giveTurn, isTaken: () => isTaken }
}
