import { setImmediate } from 'node:timers/promises'

const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How long some work takes the thread, in ms of its own time: what else runs on the machine doesn't count. */
export async function threadMsOf(work: () => unknown) {
  const before = threadMs()
  await work()
  return threadMs() - before
}

/**
 * The longest turn of the event loop during some work, in ms of the thread's own time: how long other requests would
 * have waited at least.
 */
export async function longestTurnDuring(work: () => Promise<unknown>) {
  let isDone = false
  let longestMs = 0
  const watching = (async () => {
    while (!isDone) longestMs = Math.max(longestMs, await threadMsOf(setImmediate))
  })()
  await work()
  isDone = true
  await watching
  return longestMs
}
