import type { Database } from '#database/open.ts'
import { findNextCohortChange } from '#features/cohorts/server/queries.ts'
import { findNextEventChange } from '#features/events/server/queries.ts'
import { findNextNewsChange } from '#features/news/server/queries.ts'
import type { Source } from '#platform/cache/replica.ts'
import type { CacheTag } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'

/** Find the next change that happens without a write, such as the publication of a scheduled article. */
const scheduledChanges: Partial<
  Record<CacheTag, (database: Database, now: Date) => Promise<string | null>>
> = {
  News: findNextNewsChange,
  Event: findNextEventChange,
  Cohort: findNextCohortChange,
}

type Known = { version: number; from: number; until: number }

/** Finds when cached responses that depend on a tag expire without a write. Remembers the database's results. */
export function createExpiry({
  database,
  replica,
  tagVersions,
}: Pick<Services, 'database' | 'replica' | 'tagVersions'>) {
  const known = new Map<CacheTag, Known>()

  async function find(tag: CacheTag, from: Date): Promise<number> {
    const findChange = scheduledChanges[tag]
    if (!findChange) return Number.POSITIVE_INFINITY
    const version = tagVersions.versionOf(tag)
    const last = known.get(tag)
    if (last?.version === version && last.from <= from.getTime() && from.getTime() < last.until) {
      return last.until
    }
    const read = (source: Source) => findChange(source.database, from)
    const change = await (replica?.read(tag, { database }, read) ?? read({ database }))
    const until = change === null ? Number.POSITIVE_INFINITY : Date.parse(change)
    known.set(tag, { version, from: from.getTime(), until })
    return until
  }

  /** @returns the time of the next change after `from`, in ms; infinity if there is none */
  return async (tags: readonly CacheTag[], from: Date): Promise<number> =>
    Math.min(...(await Promise.all(tags.map((tag) => find(tag, from)))))
}
