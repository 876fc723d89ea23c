import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { removeExpiredLimits } from '../http/limits.ts'
import { removeUnclaimedFiles } from './files.ts'

const intervalMs = 10 * 60 * 1000

/** Runs now and every ten minutes: removes the files of interrupted requests, expired limits, and runs `more`. */
export function startCleanUp(
  services: Services,
  more: readonly ((services: Services) => Promise<unknown>)[],
) {
  const cleanUp = async () => {
    const tasks = [
      () => removeUnclaimedFiles(services),
      () => removeExpiredLimits(services.database, services.now()),
      ...more.map((task) => () => task(services)),
    ]
    for (const task of tasks) {
      await task().catch((err: unknown) => services.log.error({ err }, 'clean-up failed'))
    }
  }
  return repeat(cleanUp, intervalMs)
}
