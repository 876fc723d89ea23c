import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** The longest time in milliseconds for which other work had to wait. */
export async function longestTurnDuring(work: () => Promise<unknown>) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await setTimeout(5)
  await work()
  await setTimeout(5)
  delays.disable()
  return delays.max / 1e6
}
