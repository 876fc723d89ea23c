import type { Services } from '../http/context.ts'
import { removeExpiredLimits } from '../http/limits.ts'
import { removeUnclaimedFiles } from './files.ts'

const intervalMs = 10 * 60 * 1000

/** Tidies up now and every ten minutes: files of calls that were cut off, limits that have passed, and `more`. */
export function startCleanUp(
  services: Services,
  more: readonly ((services: Services) => Promise<unknown>)[],
) {
  const tidy = async () => {
    const tasks = [
      () => removeUnclaimedFiles(services),
      () => removeExpiredLimits(services.database, services.now()),
      ...more.map((task) => () => task(services)),
    ]
    for (const task of tasks) {
      await task().catch((err: unknown) => services.log.error({ err }, 'clean-up failed'))
    }
  }
  let running = tidy()
  const timer = setInterval(() => {
    running = running.then(tidy)
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
