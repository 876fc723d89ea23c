import { randomUUID } from 'node:crypto'
import { minuteMs } from '#shared/durations.ts'
import type { Services } from '../http/context.ts'

/**
 * A lease on the work of a name, for one process at a time. It ends by itself when its process has died.
 * @param leaseMs how long it lasts, unless it is renewed: so long the work rests after such a death
 */
export function createLease(
  { database, now }: Pick<Services, 'database' | 'now'>,
  name: string,
  leaseMs = 15 * minuteMs,
) {
  const holder = randomUUID()
  return {
    /**
     * Takes the lease, or renews it. Also one that ends later than any that is taken now: its process had a clock that
     * was ahead by more than machines differ. @returns false while another process has it
     */
    async hold() {
      const at = now()
      const lease = { holder, ends_at: new Date(at.getTime() + leaseMs).toISOString() }
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('leases')
        .values({ name, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(lease)
            .where((where) =>
              where.or([
                where('leases.holder', '=', holder),
                where('leases.ends_at', '<=', at.toISOString()),
                where('leases.ends_at', '>', new Date(at.getTime() + 2 * leaseMs).toISOString()),
              ]),
            ),
        )
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** Leaves the work to others. */
    release: () => database.deleteFrom('leases').where('holder', '=', holder).execute(),
  }
}
