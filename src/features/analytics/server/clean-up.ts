import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { eventNames } from '../contract.ts'

/** Thirteen months, so that a month can be held against the same one a year before. */
const keptDays = 396

/** Deletes what was counted longer ago. */
export async function removeOldVisits({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = localDay(new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000))
  await database
    .deleteFrom('visit_counts')
    .where('event', 'in', eventNames)
    .where('day', '<', before)
    .execute()
}
