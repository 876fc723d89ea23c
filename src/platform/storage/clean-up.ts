import { randomUUID } from 'node:crypto'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { forgetExpiredWindows, removeExpiredLimits } from '../http/limits.ts'
import { removeUnclaimedFiles, unclaimedMsMax } from './files.ts'

type Task = (services: Services) => Promise<unknown>

const intervalMs = 10 * 60 * 1000
/** Longer than the interval, so that one process keeps the lease, and than any task. */
const leaseMs = 15 * 60 * 1000

/**
 * Cleans up now and every ten minutes. Each process does what concerns its own memory and disk; what all share, such as
 * files of interrupted requests, expired limits and `more`, is done by one process at a time.
 * @returns a function that stops, and leaves the shared work to another process
 */
export function startCleanUp(services: Services, more: readonly Task[]) {
  const holder = randomUUID()
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
      await attempt(async () => (await holdLease(services, holder)) && task(services))
    }
  }
  const stop = repeat(cleanUp, intervalMs)
  return async () => {
    await stop()
    await attempt(({ database }) =>
      database.deleteFrom('leases').where('holder', '=', holder).execute(),
    )
  }
}

/** Takes the lease, or renews it. @returns false while another process has it */
async function holdLease({ database, now }: Services, holder: string) {
  const at = now()
  const lease = { holder, ends_at: new Date(at.getTime() + leaseMs).toISOString() }
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('leases')
    .values({ name: 'clean-up', ...lease })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        .where((where) =>
          where.or([
            where('leases.holder', '=', holder),
            where('leases.ends_at', '<=', at.toISOString()),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
