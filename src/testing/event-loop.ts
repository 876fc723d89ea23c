import { setImmediate } from 'node:timers/promises'

const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The longest turn of the event loop during some work, in ms of the thread's own time: how long other requests would
 * have waited at least. What else runs on the machine doesn't count.
 */
export async function longestTurnDuring(work: () => Promise<unknown>) {
  let isDone = false
  let longestMs = 0
  const watching = (async () => {
    while (!isDone) {
      const before = threadMs()
      await setImmediate()
      longestMs = Math.max(longestMs, threadMs() - before)
    }
  })()
  await work()
  isDone = true
  await watching
  return longestMs
}
