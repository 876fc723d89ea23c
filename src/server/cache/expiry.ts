import type { Database } from '#database/open.ts'
import { findNextCohortChange } from '#features/cohorts/server/next-change.ts'
import { findNextEventChange } from '#features/events/server/next-change.ts'
import { findNextNewsChange } from '#features/news/server/next-change.ts'
import type { Services } from '#platform/http/context.ts'
import type { Tag } from '#shared/procedure.ts'

/** What comes and goes by the clock alone, such as an article that is scheduled. */
const byTheClock: Partial<Record<Tag, (database: Database, now: Date) => Promise<string | null>>> =
  {
    News: findNextNewsChange,
    Event: findNextEventChange,
    Cohort: findNextCohortChange,
  }

type Known = { version: number; from: number; until: number }

/** Tells the page cache when something of a tag changes next without being written. Asks the database seldom. */
export function createNextChange({
  database,
  freshness,
}: Pick<Services, 'database' | 'freshness'>) {
  const known = new Map<Tag, Known>()

  async function find(tag: Tag, from: Date): Promise<number> {
    const findChange = byTheClock[tag]
    if (!findChange) return Number.POSITIVE_INFINITY
    const version = freshness.versionOf(tag)
    const last = known.get(tag)
    if (last?.version === version && last.from <= from.getTime() && from.getTime() < last.until) {
      return last.until
    }
    const change = await findChange(database, from)
    const until = change === null ? Number.POSITIVE_INFINITY : Date.parse(change)
    known.set(tag, { version, from: from.getTime(), until })
    return until
  }

  /** @returns the moment of the next change after `from`, in ms; infinity where none is to come */
  return async (tags: readonly Tag[], from: Date): Promise<number> =>
    Math.min(...(await Promise.all(tags.map((tag) => find(tag, from)))))
}
