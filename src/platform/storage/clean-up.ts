import { minuteMs } from '#shared/durations.ts'
import { createLease } from '../background/lease.ts'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { removeExpiredLimits } from '../http/limits.ts'
import { forgetExpiredWindows } from '../http/limits-in-memory.ts'
import { removeUnclaimedFiles, unclaimedMsMax } from './files.ts'

type Task = (services: Services) => Promise<unknown>

const intervalMs = 10 * minuteMs

/**
 * Cleans up now and every ten minutes. Each process does what concerns its own memory and disk; what all share, such as
 * files of interrupted requests, expired limits and `more`, is done by one process at a time.
 * @returns a function that stops, and leaves the shared work to another process
 */
export function startCleanUp(services: Services, more: readonly Task[]) {
  // It lasts longer than the interval, so that one process keeps it, and than any task.
  const lease = createLease(services, 'clean-up')
  const own: Task[] = [
    ({ storage }) => storage.clearSpool(unclaimedMsMax),
    async ({ database, now }) => forgetExpiredWindows(database, now()),
  ]
  const shared: Task[] = [
    removeUnclaimedFiles,
    ({ database, now }) => removeExpiredLimits(database, now()),
    ...more,
  ]
  const attempt = (task: Task) =>
    task(services).catch((err: unknown) => services.log.error({ err }, 'clean-up failed'))
  const cleanUp = async () => {
    for (const task of own) await attempt(task)
    for (const task of shared) {
      await attempt(async () => (await lease.hold()) && task(services))
    }
  }
  const stop = repeat(cleanUp, intervalMs)
  return async () => {
    await stop()
    await attempt(lease.release)
  }
}
