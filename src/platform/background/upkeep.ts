import { minuteMs } from '#shared/durations.ts'
import type { Services } from '../http/context.ts'
import { removeExpiredLimits } from '../http/limits.ts'
import { forgetExpiredWindows } from '../http/limits-in-memory.ts'
import { removeUnclaimedFiles, unclaimedMsMax } from '../storage/files.ts'
import { createLease } from './lease.ts'
import { repeat } from './repeat.ts'

/** What is done again and again, by its name in the log. */
type Tasks = Readonly<Record<string, (services: Services) => Promise<unknown>>>

const intervalMs = 10 * minuteMs

/**
 * Looks after what is stored, now and every ten minutes: removes what is old, and makes up for what was interrupted. Each
 * process does what concerns its own memory and disk; what all share, such as files of interrupted requests, expired
 * limits and `more`, is done by one process at a time.
 * @returns a function that stops, and leaves the shared work to another process
 */
export function startUpkeep(services: Services, more: Tasks) {
  // It lasts longer than the interval, so that one process keeps it, and than any task. Processes of the version before
  // know it by this name.
  const lease = createLease(services, 'clean-up')
  const own: Tasks = {
    clearSpool: ({ storage }) => storage.clearSpool(unclaimedMsMax),
    forgetExpiredWindows: async ({ database, now }) => forgetExpiredWindows(database, now()),
  }
  const shared: Tasks = {
    removeUnclaimedFiles,
    removeExpiredLimits: ({ database, now }) => removeExpiredLimits(database, now()),
    ...more,
  }
  const attempt = async (task: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (err) {
      services.log.error({ err, task }, 'upkeep failed')
    }
  }
  const run = async () => {
    for (const [task, work] of Object.entries(own)) await attempt(task, () => work(services))
    for (const [task, work] of Object.entries(shared)) {
      await attempt(task, async () => (await lease.hold()) && work(services))
    }
  }
  const stop = repeat(run, intervalMs)
  return async () => {
    await stop()
    await attempt('releaseLease', lease.release)
  }
}
